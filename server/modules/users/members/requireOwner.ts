import type { Transaction } from '#server/database/Database.ts';
import { ownersOnly, workspaceChanged } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { findMembership } from './members.store.ts';

/**
 * Checks again, while the accounts of the workspace are held, what `route()` has checked before: another owner may have
 * removed the caller since.
 * @throws AppError 409 WORKSPACE_CHANGED, 403 FORBIDDEN
 */
export const requireOwner = async (tx: Transaction, caller: Member): Promise<void> => {
  const membership = await findMembership(tx, caller);
  if (!membership) throw workspaceChanged();
  if (membership.role !== 'owner') throw ownersOnly();
};
