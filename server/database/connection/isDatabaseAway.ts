import { DrizzleQueryError } from '#server/database/drizzle.ts';

/**
 * Temporary failures in PostgreSQL: starting or stopping (57P…), no connection left (53300), a transaction that lost a
 * deadlock (40…), a statement that took too long (57014), and lost connections (08…).
 */
const passingCode =
  /^(?:08\w{3}|40001|40P01|53300|57014|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Error messages of the driver that have no code. */
const passingText =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** The embedded server is restarting: its Unix socket does not exist. */
const isSocketGone = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Citus reports a crashed server behind the connection with the code for internal errors. */
const isCrashOfCitus = (error: Error): boolean => error.message.startsWith('postmaster was shut down');

/** Whether the cause is a database that is temporarily unreachable or overloaded, so that a retry can succeed. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof DrizzleQueryError) return isDatabaseAway(error.cause);
  if (!(error instanceof Error)) return false;
  if (isCrashOfCitus(error)) return true;
  if ('code' in error && typeof error.code === 'string') return passingCode.test(error.code) || isSocketGone(error);
  return passingText.test(error.message);
};

/** No connection is free: at the server, or in the pool of this process within its time. */
export const isPoolBusy = (error: unknown): boolean => {
  if (error instanceof DrizzleQueryError) return isPoolBusy(error.cause);
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === '53300') || error.message.startsWith('timeout exceeded when trying to connect')
  );
};

/** The codes with which every statement fails until the server is reachable again. */
const outageCode = /^(?:08\w{3}|53300|57P0[1-3])$/;

/** Socket errors of database connections. Other services use the same codes. */
const socketFaults = new WeakSet<Error>();

export const markSocketFault = (error: Error): void => {
  socketFaults.add(error);
};

/** Limit for following a chain of causes. */
const maxCauses = 4;

/**
 * Whether an error or its cause means that the database cannot be reached. Never true for an error of another service.
 */
export const isDatabaseOutage = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > maxCauses) return false;
  if (socketFaults.has(error) || isCrashOfCitus(error)) return true;
  if ('code' in error && typeof error.code === 'string' && outageCode.test(error.code)) return true;
  return passingText.test(error.message) || isDatabaseOutage(error.cause, depth + 1);
};
