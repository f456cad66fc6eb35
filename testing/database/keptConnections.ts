/** Pool connections that LISTEN while a worker runs: one for jobs, one for socket events. */
export const keptConnections = 2;
