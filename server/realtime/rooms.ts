import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** All sockets of a person, in any workspace. Only the server joins rooms. */
export const userRoom = (userId: string): string => `user:${userId}`;

/** All sockets that work in a workspace. */
export const workspaceRoom = (workspaceId: WorkspaceId): string => `workspace:${workspaceId}`;

/** The sockets in which a person works in a workspace. */
export const memberRoom = ({ workspaceId, userId }: Member): string => `member:${workspaceId}:${userId}`;

/** The rooms through which the data of a workspace reaches a member. */
export const roomsOf = (member: Member): string[] => [workspaceRoom(member.workspaceId), memberRoom(member)];

/** All sockets of one session, so that they end with it. */
export const sessionRoom = (tokenHash: string): string => `session:${tokenHash}`;
