import { isAdMetricName, sumsOfMetric } from '#shared/campaigns.ts';
import type { AdSumName, CampaignSortKey } from '#shared/campaigns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { storedMetrics } from '../totals/metrics.ts';
import type { StoredMetric } from '../totals/metrics.ts';
import type { CampaignFilter, CampaignRanges, ObjectId } from './CampaignFilter.ts';
import {
  collectedOf,
  fromObjects,
  isChosen,
  isShown,
  joinCollected,
  joinTotals,
  sumOf,
  withCollected,
} from './campaignSql.ts';

export type CampaignOrder = { by: CampaignSortKey; isDescending: boolean };

export type OrderCall = { filter: CampaignFilter; ranges: CampaignRanges; order: CampaignOrder; page: PageRequest };

export type OrderedObjects = {
  /** The objects of the page. */
  keys: ObjectId[];
  totalItems: number;
  /** Of all objects; empty for an unknown one. */
  currencies: string[];
};

type SortKey = { key: SQL; metrics: StoredMetric[]; needsCollected: boolean };

const isStored = (name: AdSumName): name is StoredMetric => storedMetrics.some((metric) => metric === name);

/** By what `o` is sorted, and what that needs. Ratios are sorted as they are shown: of sums, those to zero last. */
const sortKeyOf = ({ filter: { accounts }, ranges: { range }, order: { by } }: OrderCall, call: number): SortKey => {
  if (isAdMetricName(by)) {
    const names = sumsOfMetric(by).filter((name) => name !== undefined);
    const [part, whole] = names.map((name) => (isStored(name) ? sumOf(range, name) : collectedOf(name, false, call)));
    return {
      key: whole ? sql`(${part})::float8 / nullif(${whole}, 0)` : sql`${part}`,
      metrics: names.filter(isStored),
      needsCollected: !names.every(isStored),
    };
  }
  if (by === 'account') {
    const name = sql`select name from unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
      ${sql.param(accounts.map(({ accountId }) => accountId))}::text[],
      ${sql.param(accounts.map((account) => account.name))}::text[]) as account (platform, account_id, name)
      where account.platform = o.platform and account.account_id = o.account_id`;
    return { key: sql`(${name})`, metrics: [], needsCollected: false };
  }
  const key = by === 'name' ? sql`lower(o.name)` : sql`o.${sql.identifier(by)}`;
  return { key, metrics: [], needsCollected: false };
};

/**
 * Orders the objects of several calls on one level of one workspace, which share the reading of that level. A call for a part of
 * a level comes alone.
 */
export const orderTogether = async (db: Queryable, calls: readonly OrderCall[]): Promise<OrderedObjects[]> => {
  const [first] = calls;
  if (!first) return [];
  const { workspaceId, of } = first.filter;
  const sorted = calls.map((call, index) => ({ ...call, index, ...sortKeyOf(call, index) }));
  const needed = sorted.map(({ ranges: { range }, metrics }) => ({ range, metrics }));
  const column = (name: 'key' | 'is_chosen', index: number): SQL => sql`${sql.identifier(`${name}_${index}`)}`;
  const columns = sorted.map(({ filter, ranges: { range, compared }, index, key }) => {
    const isCounted = sql`${isChosen(filter)} and ${isShown(filter, compared ? [range, compared] : [range], index)}`;
    return sql`${key} as ${column('key', index)}, ${isCounted} as ${column('is_chosen', index)}`;
  });
  // The outer query is for the rows of the page alone.
  const pages = sorted.map(({ order, page: { page, limit }, index }) => {
    const direction = order.isDescending ? sql`desc nulls last` : sql`asc nulls last`;
    return sql`array(select json_build_object('platform', platform, 'level', level, 'id', object_id) from (
        select platform, level, object_id from objects where ${column('is_chosen', index)}
        order by ${column('key', index)} ${direction}, platform, level, object_id
        limit ${limit} offset ${(page - 1) * limit}) as page)`;
  });
  const counts = sorted.map(({ index }) => sql`count(*) filter (where ${column('is_chosen', index)})`);
  const { rows } = await db.execute<Answer>(sql`
    with ${withCollected(
      workspaceId,
      calls.map(({ ranges }) => ranges),
    )},
    objects as materialized (
      select o.platform, o.level, o.object_id, o.currency, ${sql.join(columns, sql`, `)}
      from ${fromObjects(workspaceId, typeof of === 'string' ? of : first.filter)}
      ${joinTotals(workspaceId, needed, typeof of === 'string' ? of : null)}
      ${sql.join(
        sorted.filter(({ needsCollected }) => needsCollected).map(({ index }) => joinCollected(index)),
        sql` `,
      )}
    )
    select json_build_array(${sql.join(pages, sql`, `)}) as pages,
      (select coalesce(json_agg(own), '[]') from (
        select coalesce(currency, '') as currency, json_build_array(${sql.join(counts, sql`, `)}) as counts
        from objects group by 1) as own) as currencies`);
  const [answer] = rows;
  if (!answer) throw new Error('no answer');
  return calls.map((_call, index) => {
    const own = answer.currencies.map(({ currency, counts: all }) => ({ currency, count: all[index] ?? 0 }));
    return {
      keys: answer.pages[index] ?? [],
      totalItems: own.reduce((sum, { count }) => sum + count, 0),
      currencies: own.filter(({ count }) => count > 0).map(({ currency }) => currency),
    };
  });
};

/** `counts`: of the objects of each call. */
type Answer = { pages: ObjectId[][]; currencies: { currency: string; counts: number[] }[] };
