import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { toTerminalLines } from './terminalLines.ts';

const shown = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line: string) => void lines.push(toTerminalLines(line)) }));
  return stripVTControlCharacters(lines.join(''));
};

test('a line shows time, level, message and fields without the category', () => {
  const text = shown((logger) =>
    logger.info({ area: 'start', roles: ['web', 'api'], webPort: 3000, req: { path: '/a b' } }, 'Leadlight is ready'),
  );
  expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}Leadlight is ready roles=web,api webPort=3000 req\.path="\/a b"\n$/);
});

test('an error shows its cause, and its stack at error level only', () => {
  const err = new TypeError('not sent', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
  const [, ...below] = shown((logger) => logger.warn({ err }, 'mail failed'))
    .trimEnd()
    .split('\n');
  expect(below).toEqual(['    TypeError: not sent', '    Error: refused (ECONNREFUSED)']);
  expect(shown((logger) => logger.error({ err }, 'mail failed'))).toMatch(/\n {4}TypeError: not sent\n {4}at /);
});

test('control characters reach the terminal only in escaped form', () => {
  const canary = '\u001B[2Jx\u009B31m\u202Ey\nz';
  const err = new Error(canary);
  const lines: string[] = [];
  createLogger('info', { write: (line: string) => void lines.push(toTerminalLines(line)) }).warn(
    { a: canary, err },
    canary,
  );
  const text = stripVTControlCharacters(lines[0] ?? '');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  expect(lines[0]).not.toContain('\u001B[2J');
  expect(text.trimEnd().split('\n')).toHaveLength(2);
});
