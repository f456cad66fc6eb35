import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { isDatabaseOutage } from '#server/database/connection/isDatabaseAway.ts';
import { isDatabaseReadOnly, isStorageFull } from '#server/database/connection/isStorageFull.ts';
import { pino } from 'pino';
import { createOutage } from '#server/lib/failures/createOutage.ts';
import type { PastOutage } from '#server/lib/failures/createOutage.ts';
import { createLineLimit } from './createLineLimit.ts';
import { createLogDestination } from './logDestination.ts';
import { toTerminalLines } from './terminalLines.ts';

export type Logger = pino.Logger;

/** Keys whose values are never logged, at any of the top three levels of the object. */
const secretKeys = [
  'password',
  'newPassword',
  'confirmPassword',
  'confirmpassword',
  'otp',
  'token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'client_secret',
  'clientSecret',
  'auth_code',
  'credential',
  'codeVerifier',
];
const redactPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

type LoggedError = { type: string; message: string; stack?: string; code?: unknown; cause?: LoggedError };

/** PostgreSQL data errors, whose text quotes the value. */
const isValueFault = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code);

const messageOf = (error: Error): string => {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  return isValueFault(error) ? error.message.replace(/".*"/s, '"…"') : error.message;
};

/** Longest cause chain that is logged. */
const maxCauses = 4;

/**
 * Picks the error fields to log. A failed query carries its values, which can be email addresses, hashes and sealed
 * tokens, so only its statement is logged. Its cause is the database's own error, logged without `detail` and quoted
 * values.
 */
export const describeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is not an error was thrown' };
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return {
    type: error.name,
    message: messageOf(error),
    ...(stack ? { stack } : {}),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause !== undefined && depth < maxCauses ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
};

type DatabaseOutage = { onBegin: (() => void) | null; end: () => PastOutage | null };

/** Keyed by the root logger of the process. */
const outages = new WeakMap<Logger, DatabaseOutage>();

/**
 * Calls back at the first line that reports the database as unreachable.
 * @returns a function to call when the database is reachable again
 */
export const watchOutages = (logger: Logger, onBegin: () => void): (() => PastOutage | null) => {
  const outage = outages.get(logger);
  if (!outage) return () => null;
  outage.onBegin = onBegin;
  return outage.end;
};

const errorOf = (logged: unknown): unknown =>
  typeof logged === 'object' && logged !== null && 'err' in logged ? logged.err : undefined;

/** Lines below this level are only logged when the operator asks for all of them. */
const infoLevel = pino.levels.values['info'] ?? 0;
/** Repeated lines of these levels are limited. Fatal lines are the last of a process. */
const limitedLevels = new Set([pino.levels.values['warn'], pino.levels.values['error']]);

/** A full disk and a read-only database fail every write of a process, with many messages: one kind each. */
const commonCause = (error: unknown): string | null => {
  if (isStorageFull(error) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')) return 'full';
  return isDatabaseReadOnly(error) ? 'read-only' : null;
};

const firstFrame = /^ {4}at .*$/m;

/** Lines of the same kind have the same message about the same fault. */
const kindOf = (level: number, fields: unknown, message: unknown): string => {
  const error = errorOf(fields);
  const cause = commonCause(error);
  if (cause !== null) return cause;
  const facts =
    error instanceof Error
      ? [error.name, error.message, firstFrame.exec(error.stack ?? '')?.[0]]
      : Object.entries(typeof fields === 'object' && fields !== null ? fields : { fields }).filter(
          ([, value]) => typeof value !== 'object',
        );
  return JSON.stringify([level, message, facts], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
};

/** Readable lines for a person at a terminal. Files, pipes and containers get JSON. */
const terminal = (): pino.DestinationStream => {
  const output = createLogDestination();
  return { write: (line) => output.write(toTerminalLines(line)) };
};

/**
 * The only logger. Lines are JSON, carry a category (`area`) and ids, and are built from chosen fields; redaction is a
 * safety net. While the database is unreachable, most of the many failure lines are skipped, and so are repeated warnings.
 */
export const createLogger = (level: string, destination?: pino.DestinationStream): Logger => {
  const outage = createOutage({ onBegin: () => watched.onBegin?.() });
  const limit = createLineLimit();
  const watched: DatabaseOutage = { onBegin: null, end: () => outage.end() };
  const logger = pino(
    {
      level,
      redact: { paths: redactPaths, censor: '[redacted]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: {
        logMethod(given, write, lineLevel) {
          const [fields, ...rest]: unknown[] = given;
          const isOutage = lineLevel >= infoLevel && isDatabaseOutage(errorOf(fields));
          if (!isOutage && !limitedLevels.has(lineLevel)) return write.apply(this, given);
          const added = isOutage ? outage.onLine() : limit.onLine(kindOf(lineLevel, fields, rest[0]));
          if (!added) return;
          if (added.leftOut === undefined || typeof fields !== 'object') return write.apply(this, given);
          Reflect.apply(write, this, [Object.assign({}, fields, added), ...rest]);
        },
      },
    },
    destination ?? (process.stdout.isTTY ? terminal() : createLogDestination()),
  );
  outages.set(logger, watched);
  return logger;
};
