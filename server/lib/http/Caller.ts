import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A person, and the workspace that they work in. */
export type Member = { userId: string; workspaceId: WorkspaceId };

/** Who sends a request, from their session. */
export type Caller = Member & { tokenHash: string; role: WorkspaceRole };

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;
