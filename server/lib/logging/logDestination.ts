import { writeSync } from 'node:fs';
import type { pino } from 'pino';

/** The log of a process is its standard output. */
const logFd = 1;

/** After a failure, lines are dropped for this long before the next attempt. */
const retryMs = 1_000;
/** The reader of a pipe that stays full for longer loses lines. */
const fullPipeMs = 200;
const fullPipePollMs = 10;

let lost = 0;

/** Lines that this process could not write. */
export const countLostLines = (): number => lost;

type DestinationOptions = {
  /** @returns the bytes written */
  write?: (bytes: Uint8Array) => number;
  now?: () => number;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes the log, and continues without it if necessary: on a full disk, or when the reader has left, lines are dropped
 * and counted. Writing is retried later, and the first successful line follows a line about the loss.
 */
export const createLogDestination = ({
  write = (bytes) => writeSync(logFd, bytes),
  now = () => performance.now(),
}: DestinationOptions = {}): pino.DestinationStream => {
  let failure: { code: string; atMs: number; lines: number } | null = null;
  let isMidLine = false;

  const writeAll = (text: string): void => {
    let rest: Uint8Array = Buffer.from(isMidLine ? `\n${text}` : text);
    const until = now() + fullPipeMs;
    while (rest.length > 0)
      try {
        const count = write(rest);
        if (count > 0) isMidLine = rest[count - 1] !== 0x0a;
        rest = rest.subarray(count);
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || now() > until) throw error;
        Atomics.wait(pause, 0, 0, fullPipePollMs);
      }
  };

  return {
    write: (line) => {
      const drop = (code: string, atMs: number): void => {
        lost += 1;
        failure = { code, atMs, lines: (failure?.lines ?? 0) + 1 };
      };
      if (failure && now() - failure.atMs < retryMs) {
        drop(failure.code, failure.atMs);
        return;
      }
      try {
        if (failure) {
          const { code, lines } = failure;
          const time = new Date().toISOString();
          const msg = 'lines of the log could not be written';
          writeAll(`${JSON.stringify({ level: 'warn', time, area: 'log', code, lines, msg })}\n`);
          failure = null;
        }
        writeAll(line);
      } catch (error) {
        drop(codeOf(error), now());
      }
    },
  };
};
