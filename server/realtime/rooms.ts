/** All sockets of a person. Only the server joins rooms. */
export const userRoom = (userId: string): string => `user:${userId}`;

/** All sockets of one session, so that they end with it. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;
