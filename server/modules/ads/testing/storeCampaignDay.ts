import type { Day } from '#shared/lib/dateRange.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { storeAdDays } from '#server/modules/ads/objects/totals/storeAdDays.ts';

/** Stores a day of one campaign, like a read of the account. */
export const storeCampaignDay = (
  db: OpenDatabase['db'],
  key: AccountKey,
  { day, id, spend, currency }: { day: Day; id: string; spend: string; currency: string },
): Promise<void> =>
  db.transaction((tx) =>
    storeAdDays(
      tx,
      key,
      'campaign',
      {
        range: { since: day, until: day },
        rows: [
          {
            day,
            id,
            campaignId: null,
            adSetId: null,
            name: `Campaign ${id}`,
            adSetName: null,
            spend,
            impressions: '1000000',
            clicks: '1',
            conversions: '1',
            leads: '1',
          },
        ],
      },
      { readAt: new Date(), today: day, settledUntil: day, account: { currency, timeZone: null } },
    ),
  );
