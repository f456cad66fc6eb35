/** Connections of the pool that are kept for notifications while a worker runs: of jobs, and of events for sockets. */
export const keptConnections = 2;
