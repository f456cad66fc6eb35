import type { Transaction } from '#server/database/Database.ts';
import { ownersOnly, workspaceChanged } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { findMembership } from './members.store.ts';

/**
 * Repeats the owner check of `route()` while the workspace accounts are locked: another owner may have removed the
 * caller since.
 * @throws AppError 409 WORKSPACE_CHANGED, 403 FORBIDDEN
 */
export const requireOwner = async (tx: Transaction, caller: Member): Promise<void> => {
  const membership = await findMembership(tx, caller);
  if (!membership) throw workspaceChanged();
  if (membership.role !== 'owner') throw ownersOnly();
};
