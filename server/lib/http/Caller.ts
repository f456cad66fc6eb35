import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A person and their current workspace. */
export type Member = { userId: string; workspaceId: WorkspaceId };

/** A member and their current session. */
export type SessionMember = Member & { tokenHash: string };

/** The sender of a request, as found by the session. */
export type Caller = SessionMember & { role: WorkspaceRole };

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** The access rights of a running request. */
export type WatchedAccess = {
  /** Aborts with an AppError when the session ends, or its person no longer has the role that the call needs. */
  signal: AbortSignal;
  /** Reads the access again if it was read a while ago. @throws AppError 401, 403 */
  check(): Promise<void>;
  end(): void;
};

export type WatchAccess = (caller: Caller, needs: WorkspaceRole) => WatchedAccess;
