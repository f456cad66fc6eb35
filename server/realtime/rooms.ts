import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** All sockets of a person. Only the server joins rooms. */
export const userRoom = (userId: string): string => `user:${userId}`;

/** All sockets of the members of a workspace. */
export const workspaceRoom = (workspaceId: WorkspaceId): string => `workspace:${workspaceId}`;

/** All sockets of one session, so that they end with it. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;
