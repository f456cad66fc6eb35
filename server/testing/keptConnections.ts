/** Connections of the pool that nobody else gets while a worker runs: of a server, one is kept to hear of jobs. */
export const keptConnections = (isEmbedded: boolean): number => (isEmbedded ? 0 : 1);
