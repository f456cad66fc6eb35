import { DrizzleQueryError } from 'drizzle-orm';
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

/** The longest chain of causes that is followed. */
const maxCauses = 4;

/**
 * What is logged of an error: chosen fields only. A failed query carries its values, which can be addresses, hashes and
 * sealed tokens, so of it only the statement is kept; its cause is the database's own error, whose `detail` quotes
 * values too and is left out.
 */
export const describeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is not an error was thrown' };
  const isQuery = error instanceof DrizzleQueryError;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return {
    type: error.name,
    message: isQuery ? `Failed query: ${error.query}` : error.message,
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
