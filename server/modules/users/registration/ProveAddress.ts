import type { Transaction } from '#server/database/Database.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

/** An account whose address is proven now. The caller runs `finish` after the commit. */
export type ProvenAddress = { user: UserRow; finish: () => Promise<void> };

/**
 * Records the first proof that an address belongs to its owner, and ends the access that existed before. The caller holds the
 * account's row. `server/flows/proveAddress` implements it, because the access spans several modules.
 */
export type ProveAddress = (
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
  now: Date,
) => Promise<ProvenAddress>;
