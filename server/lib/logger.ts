import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { pino } from 'pino';

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

/** The one logger. Lines are JSON, carry a category (`area`) and ids, and are built from chosen fields; redaction is the net below. */
export const createLogger = (level: string, destination?: pino.DestinationStream): Logger =>
  pino(
    {
      level,
      redact: { paths: redactPaths, censor: '[redacted]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    destination,
  );
