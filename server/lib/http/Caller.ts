import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Who sends a request and in which workspace, from their session. */
export type Caller = { userId: string; workspaceId: WorkspaceId; tokenHash: string };

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;
