/** All sockets of a person. Rooms are joined by the server alone. */
export const userRoom = (userId: string): string => `user:${userId}`;

/** All sockets that were opened with one session, so that they end with it. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;
