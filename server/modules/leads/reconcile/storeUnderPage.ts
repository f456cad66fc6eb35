import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { holdLeadPage } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';

/**
 * A transaction for leads of a page. Somebody may disconnect, or have everything from the platform deleted, while they are
 * fetched: then nothing is stored.
 * @returns null when the page is no longer connected
 */
export const storeUnderPage = <T>(
  { db }: Pick<AppContext, 'db'>,
  page: LeadPageRow,
  store: (tx: Transaction) => Promise<T>,
): Promise<T | null> => db.transaction(async (tx) => ((await holdLeadPage(tx, page)) ? store(tx) : null));
