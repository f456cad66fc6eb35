import type { Comparison } from '#shared/campaigns.ts';
import type { CampaignAccount } from '#shared/contracts/campaigns.ts';
import { previousRange, sameWeekdaysBefore, yearBefore } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { pageSizes } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { toCountedRange } from './campaignAccounts.ts';
import { listCampaignRows } from './campaigns.store.ts';
import type { CampaignFilter, CampaignRanges, ObjectId } from './CampaignFilter.ts';
import type { CampaignPage, CampaignRecord } from './campaigns.store.ts';

const comparedRangeOf: Record<Comparison, (range: DateRange) => DateRange> = {
  previous: previousRange,
  weekdays: sameWeekdaysBefore,
  year: yearBefore,
};

/** The accounts and ranges that a call covers. */
export type CampaignScope = { workspaceId: WorkspaceId; accounts: readonly CampaignAccount[]; ranges: CampaignRanges };

export const scopeOf = (
  workspaceId: WorkspaceId,
  accounts: readonly CampaignAccount[],
  range: DateRange,
  compare: Comparison | undefined,
): CampaignScope => ({
  workspaceId,
  accounts,
  ranges: {
    range: toCountedRange(range, accounts),
    compared: compare ? toCountedRange(comparedRangeOf[compare](range), accounts) : null,
  },
});

/** The days of the comparison range. */
export const comparedDays = ({ ranges: { compared } }: CampaignScope): DateRange | null =>
  compared && { since: compared.since, until: compared.until };

const listAll = (
  db: Queryable,
  { workspaceId, accounts, ranges }: CampaignScope,
  of: CampaignFilter['of'],
): Promise<CampaignPage> => {
  const filter = { workspaceId, of, accounts, statuses: null, namePattern: null };
  const order = { by: 'spend', isDescending: true } as const;
  return listCampaignRows(db, filter, ranges, order, { page: 1, limit: pageSizes.maximum });
};

/** An object in the scope's accounts, even if it was deleted and never delivered. */
export const findRow = async (db: Queryable, scope: CampaignScope, object: ObjectId): Promise<CampaignRecord | null> =>
  (await listAll(db, scope, { only: object })).rows[0] ?? null;

/** The children of an object with the largest spend. */
export const listChildren = (db: Queryable, scope: CampaignScope, parent: ObjectId): Promise<CampaignPage> =>
  listAll(db, scope, { parent });
