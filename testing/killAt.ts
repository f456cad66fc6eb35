import { subscribe } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';

/*
 * Preloaded into the product (`node --import`). Logs every step that the product reaches, and kills the process when it
 * reaches the step of FAULT_KILL_AT for the n-th time (`export.chunkWritten#3`).
 */

const file = process.env['FAULT_STEPS_FILE'];
const [step, time = '1'] = (process.env['FAULT_KILL_AT'] ?? '').split('#');
const log = file === undefined ? null : openSync(file, 'a');
let times = 0;

subscribe('leadlight:step', (message) => {
  // Synchronous, because a killed process loses buffered writes.
  if (log !== null)
    writeSync(
      log,
      `${JSON.stringify({ step: message, at: performance.timeOrigin + performance.now(), pid: process.pid })}\n`,
    );
  if (message !== step) return;
  times += 1;
  if (times === Number(time)) process.kill(process.pid, 'SIGKILL');
});

// An interrupted harness must not leave a product running.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
