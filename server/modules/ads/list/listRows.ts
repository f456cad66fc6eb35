import type { CampaignRow, CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import { messages } from '#shared/messages.ts';
import type { Queryable } from '#server/database/Database.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { largestFirst } from '#server/lib/largestFirst.ts';
import { presentRest, presentRests } from '#server/modules/ads/rows/presentRows.ts';
import { addCompared, isNothing } from '#server/modules/ads/rows/sums.ts';
import { allOf } from '#server/modules/ads/objects/totals/metrics.ts';
import type { CampaignRequest } from './campaignRequest.ts';
import { findRow } from './campaignScope.ts';
import { isUnfiltered } from './campaignSql.ts';
import { listCampaignRows, toComparedSums, toSpend } from './campaigns.store.ts';
import type { AccountSums, CampaignPage, CampaignRecord } from './campaigns.store.ts';

/** A page of rows: objects, followed by rest rows for metrics that no object at this level has. */
export type ListedRows = Pick<CampaignPage, 'otherLeads' | 'hasQualifiedLeads'> & {
  objects: CampaignRecord[];
  rests: CampaignRow[];
  /** Number of rest rows on all pages. */
  restCount: number;
  totals: CampaignTotals[];
  totalItems: number;
};

type Part = Pick<AccountSums, 'currency' | 'sums' | 'compared'>;

/** Sums by currency, the largest spend first. Omits currencies without rows and metrics. */
const toTotals = (parts: readonly Part[], listed: CampaignPage): CampaignTotals[] =>
  [...Map.groupBy(parts, ({ currency }) => currency)]
    .map(([currency, own]): CampaignTotals => {
      const { sums, compared } = addCompared(own.map(toComparedSums));
      const spend = listed.leadSpends.find((each) => each.currency === currency);
      // Only level lists have a lead spend. The children of an object share one campaign, so all their spend counts.
      const leadSpend = spend
        ? { current: toSpend(spend.current), compared: compared && toSpend(spend.compared) }
        : { current: sums.spend, compared: compared && compared.spend };
      return { currency, sums, compared, leadSpend };
    })
    .filter((totals) => listed.currencies.includes(totals.currency ?? '') || !isNothing(totals))
    .toSorted(largestFirst(({ sums }) => sums.spend));

/** The rest rows of a list, and the sums of all rows including them. */
const splitRests = async (
  db: Queryable,
  { filter, scope, parent }: CampaignRequest,
  listed: CampaignPage,
): Promise<{ rests: CampaignRow[]; parts: readonly Part[] }> => {
  const { accounts } = scope;
  const { of } = filter;
  if (parent) {
    const record = await findRow(db, scope, parent);
    if (!record) throw notFound(messages.validation.invalidField('parent'));
    if (!isUnfiltered(filter)) return { rests: [], parts: listed.sums };
    const rest = presentRest(record, accounts, listed.sums);
    return { rests: rest ? [rest] : [], parts: [record] };
  }
  if (typeof of !== 'string' || !isUnfiltered(filter)) return { rests: [], parts: listed.sums };
  return {
    rests: presentRests(of, accounts, listed.sums),
    parts: listed.sums.filter(({ level }) => level === allOf('campaign')),
  };
};

const noRows: CampaignPage = {
  rows: [],
  sums: [],
  leadSpends: [],
  currencies: [],
  totalItems: 0,
  otherLeads: { organic: 0, unknown: 0, imported: 0, byHand: 0 },
  hasQualifiedLeads: false,
};

/** @throws AppError 404 for an unknown parent */
export const listRows = async (db: Queryable, request: CampaignRequest, page: PageRequest): Promise<ListedRows> => {
  const { filter, scope, order, parent } = request;
  const hasAccounts = filter.accounts.length > 0;
  if (parent && !hasAccounts) throw notFound(messages.validation.invalidField('parent'));
  const listed = hasAccounts ? await listCampaignRows(db, filter, scope.ranges, order, page) : noRows;
  const { rests, parts } = await splitRests(db, request, listed);
  // Rest rows follow the objects on the last page.
  const from = (page.page - 1) * page.limit - listed.totalItems;
  return {
    objects: listed.rows,
    rests: rests.slice(Math.max(0, from), Math.max(0, from + page.limit)),
    restCount: rests.length,
    totals: toTotals(parts, listed),
    totalItems: listed.totalItems + rests.length,
    otherLeads: listed.otherLeads,
    hasQualifiedLeads: listed.hasQualifiedLeads,
  };
};
