import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { holdLeadPage } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';

/**
 * Runs a transaction for leads of a Page. Stores nothing if the Page was disconnected or erased while its leads were
 * fetched.
 * @returns null when the Page is no longer connected
 */
export const storeUnderPage = <T>(
  { db }: Pick<AppContext, 'db'>,
  page: LeadPageRow,
  store: (tx: Transaction) => Promise<T>,
): Promise<T | null> => db.transaction(async (tx) => ((await holdLeadPage(tx, page)) ? store(tx) : null));
