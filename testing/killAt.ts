import { subscribe } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';

/*
 * Preloaded into the product (`node --import`). Writes down every step that it reaches, and ends the process the hard way at
 * the n-th time it reaches the step of FAULT_KILL_AT (`export.chunkWritten#3`).
 */

const file = process.env['FAULT_STEPS_FILE'];
const [step, time = '1'] = (process.env['FAULT_KILL_AT'] ?? '').split('#');
const log = file === undefined ? null : openSync(file, 'a');
let times = 0;

subscribe('leadlight:step', (message) => {
  // Written at once: what the process still had in mind would die with it.
  if (log !== null)
    writeSync(
      log,
      `${JSON.stringify({ step: message, at: performance.timeOrigin + performance.now(), pid: process.pid })}\n`,
    );
  if (message !== step) return;
  times += 1;
  if (times === Number(time)) process.kill(process.pid, 'SIGKILL');
});

// A harness that was interrupted leaves no product behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
