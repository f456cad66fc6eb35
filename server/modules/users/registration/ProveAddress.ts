import type { Transaction } from '#server/database/Database.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

/** An account whose address was just proven. The caller runs `finish` after the commit. */
export type ProvenAddress = { user: UserRow; finish: () => Promise<void> };

/**
 * Records the first proof that an address belongs to its owner, and ends all earlier access. The caller has locked the
 * account. `server/flows/proveAddress` implements it, because the access spans several modules.
 */
export type ProveAddress = (
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
  now: Date,
) => Promise<ProvenAddress>;
