import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { isDatabaseOutage } from '#server/database/connection/isDatabaseAway.ts';
import { pino } from 'pino';
import { createOutage } from '#server/lib/failures/createOutage.ts';
import type { PastOutage } from '#server/lib/failures/createOutage.ts';

export type Logger = pino.Logger;

/** Keys whose values never reach a log, wherever they stand in the logged object (three levels deep). */
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

/** PostgreSQL: faults of a value, whose text quotes it. */
const isValueFault = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code);

const messageOf = (error: Error): string => {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  return isValueFault(error) ? error.message.replace(/".*"/s, '"…"') : error.message;
};

/** The longest chain of causes that is followed. */
const maxCauses = 4;

/**
 * What is logged of an error: chosen fields only. A failed query carries its values, which can be addresses, hashes and
 * sealed tokens, so of it only the statement is kept; its cause is the database's own error, of which the `detail` and what
 * the message quotes of a value are left out.
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

/** By the logger from which all others of the process are made. */
const outages = new WeakMap<Logger, DatabaseOutage>();

/** Calls back with the first line that says that the database cannot be reached. @returns what to call when it can be */
export const watchOutages = (logger: Logger, onBegin: () => void): (() => PastOutage | null) => {
  const outage = outages.get(logger);
  if (!outage) return () => null;
  outage.onBegin = onBegin;
  return outage.end;
};

const errorOf = (logged: unknown): unknown =>
  typeof logged === 'object' && logged !== null && 'err' in logged ? logged.err : undefined;

/** Lines below are only logged by whoever wants all of them. */
const infoLevel = pino.levels.values['info'] ?? 0;

/**
 * The one logger. Lines are JSON, carry a category (`area`) and ids, and are built from chosen fields; redaction is the net below.
 * While the database cannot be reached, its many users fail with it: of their lines only a few are kept.
 */
export const createLogger = (level: string, destination?: pino.DestinationStream): Logger => {
  const outage = createOutage({ onBegin: () => watched.onBegin?.() });
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
          if (lineLevel < infoLevel || !isDatabaseOutage(errorOf(fields))) return write.apply(this, given);
          const added = outage.onLine();
          if (added) Reflect.apply(write, this, [Object.assign({}, fields, added), ...rest]);
        },
      },
    },
    destination,
  );
  outages.set(logger, watched);
  return logger;
};
