import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { countLostLines, createLogDestination } from './logDestination.ts';

const failWith = (code: string) => Object.assign(new Error(code), { code });

test('a full disk costs log lines but does not stop the process, and the loss is logged once there is room', () => {
  let atMs = 0;
  let room = 7;
  let text = '';
  let attempts = 0;
  const destination = createLogDestination({
    now: () => atMs,
    write: (bytes) => {
      attempts += 1;
      if (room === 0) throw failWith('ENOSPC');
      const count = Math.min(room, bytes.length);
      room -= count;
      text += Buffer.from(bytes.subarray(0, count)).toString();
      return count;
    },
  });
  const before = countLostLines();
  destination.write('first\n');
  destination.write('second\n');
  const afterFailure = attempts;
  for (let line = 0; line < 100; line += 1) destination.write('more\n');
  expect([text, attempts, countLostLines() - before]).toEqual(['first\ns', afterFailure, 101]);
  room = Number.POSITIVE_INFINITY;
  atMs += 1_000;
  destination.write('last\n');
  const lines = text.split('\n');
  expect([lines[0], lines[1], lines[3], lines[4]]).toEqual(['first', 's', 'last', '']);
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ level: 'warn', area: 'log', code: 'ENOSPC', lines: 101 });
});

test('a briefly full pipe loses no lines', () => {
  let refusals = 3;
  let text = '';
  const destination = createLogDestination({
    now: () => 0,
    write: (bytes) => {
      refusals -= 1;
      if (refusals >= 0) throw failWith('EAGAIN');
      text += Buffer.from(bytes).toString();
      return bytes.length;
    },
  });
  destination.write('line\n');
  expect(text).toBe('line\n');
});

test.runIf(process.platform === 'linux')(
  'a process that logs to /dev/full keeps running and obeys SIGTERM',
  async () => {
    const script = `
    import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)};
    const logger = createLogger('info');
    process.on('SIGTERM', () => {
      logger.info('stopping');
      process.exit(3);
    });
    for (let line = 0; line < 100; line += 1) logger.info({ line }, 'a line');
    setInterval(() => logger.info('another line'), 10);
    process.send('alive');`;
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', full.fd, 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const said = await Promise.race([once(child, 'message'), ended]);
    expect(said[0]).toBe('alive');
    child.kill('SIGTERM');
    expect(await ended).toEqual([3, null]);
  },
);
