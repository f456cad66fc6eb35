import { DrizzleQueryError } from '#server/database/drizzle.ts';

/**
 * Temporary failures. PostgreSQL: it is starting or stopping (57P…), has no connection left (53300), or ended one side
 * of a deadlock (40…) or a statement that took too long (57014); 08… are lost connections.
 */
const passingCode =
  /^(?:08\w{3}|40001|40P01|53300|57014|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver without a code. */
const passingText =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** The embedded server is restarting: its Unix socket does not exist. */
const isSocketGone = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Citus says so with the code of internal errors when the server of the connection has crashed. */
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

/** Those of them with which every statement fails, until the server is reachable again. */
const outageCode = /^(?:08\w{3}|53300|57P0[1-3])$/;

/** Errors of sockets to the database. Other services have the same codes. */
const socketFaults = new WeakSet<Error>();

export const markSocketFault = (error: Error): void => {
  socketFaults.add(error);
};

/** The longest chain of causes that is followed. */
const maxCauses = 4;

/**
 * Whether an error, or its cause, says that the database cannot be reached. Never true for an error of another service.
 */
export const isDatabaseOutage = (error: unknown, depth = 0): boolean => {
  if (!(error instanceof Error) || depth > maxCauses) return false;
  if (socketFaults.has(error) || isCrashOfCitus(error)) return true;
  if ('code' in error && typeof error.code === 'string' && outageCode.test(error.code)) return true;
  return passingText.test(error.message) || isDatabaseOutage(error.cause, depth + 1);
};
