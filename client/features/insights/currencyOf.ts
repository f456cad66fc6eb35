import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { insightFacts } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { InsightRow } from './insights.api.ts';

/** Finds the currency of a row: its account's own, or the one shared by all selected accounts. Null if unknown. */
export const currencyFinder = (
  platform: PlatformId,
  accounts: readonly AdAccount[],
  selectedIds: readonly string[],
): ((row: InsightRow) => string | null) => {
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const shared = new Set(selectedIds.map((id) => currencies.get(id) ?? null));
  const [only = null] = shared.size === 1 ? shared : [];
  const key = insightFacts[platform].accountKey;
  return (row) => {
    const accountId = key === null ? null : row[key];
    return (typeof accountId === 'string' ? currencies.get(accountId) : null) ?? only;
  };
};
