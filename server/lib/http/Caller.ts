import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A person, and the workspace that they work in. */
export type Member = { userId: string; workspaceId: WorkspaceId };

/** A member, and the session that they work in. */
export type SessionMember = Member & { tokenHash: string };

/** Who sends a request, from their session. */
export type Caller = SessionMember & { role: WorkspaceRole };

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** The access of a request under way. */
export type WatchedAccess = {
  /** Aborts with an AppError when the session ends, or its person no longer has the role that the call needs. */
  signal: AbortSignal;
  /** Reads the access again if it was read a while ago. @throws AppError 401, 403 */
  check(): Promise<void>;
  end(): void;
};

export type WatchAccess = (caller: Caller, needs: WorkspaceRole) => WatchedAccess;
