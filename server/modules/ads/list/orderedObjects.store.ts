import { isAdMetricName, sumsOfMetric } from '#shared/campaigns.ts';
import type { AdSumName, CampaignSortKey } from '#shared/campaigns.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { joinManyRows } from '#server/database/joinManyRows.ts';
import { storedMetrics } from '#server/modules/ads/objects/totals/metrics.ts';
import type { StoredMetric } from '#server/modules/ads/objects/totals/metrics.ts';
import type { CampaignFilter, CampaignRanges, ObjectId } from './CampaignFilter.ts';
import { collectedOf, fromObjects, isListed, joinCollected, joinTotals, sumOf, withCollected } from './campaignSql.ts';

export type CampaignOrder = { by: CampaignSortKey; isDescending: boolean };

export type OrderCall = { filter: CampaignFilter; ranges: CampaignRanges; order: CampaignOrder; page: PageRequest };

export type OrderedObjects = {
  /** The objects of the page. */
  keys: ObjectId[];
  totalItems: number;
  /** Currencies of all objects. An empty string means an unknown currency. */
  currencies: string[];
};

/** `name` is equal for equal keys and differs from all object columns. */
type SortKey = { name: string; key: SQL; metrics: StoredMetric[]; needsCollected: boolean };

const isStored = (name: AdSumName): name is StoredMetric => storedMetrics.some((metric) => metric === name);

/** The sort key of `o`, with its metrics. Ratios are computed from sums; ratios to zero come last. */
const sortKeyOf = ({ filter: { accounts }, ranges: { range }, order: { by } }: OrderCall, call: number): SortKey => {
  if (isAdMetricName(by)) {
    const names = sumsOfMetric(by).filter((name) => name !== undefined);
    const [part, whole] = names.map((name) => (isStored(name) ? sumOf(range, name) : collectedOf(name, false, call)));
    const needsCollected = !names.every(isStored);
    return {
      name: `by ${by} ${range.since} ${range.until}${needsCollected ? ` ${call}` : ''}`,
      key: whole ? sql`(${part})::float8 / nullif(${whole}, 0)` : sql`${part}`,
      metrics: names.filter(isStored),
      needsCollected,
    };
  }
  if (by === 'account') {
    const name = sql`select name from unnest(${sql.param(accounts.map(({ platform }) => platform))}::text[],
      ${sql.param(accounts.map(({ accountId }) => accountId))}::text[],
      ${sql.param(accounts.map((account) => account.name))}::text[]) as account (platform, account_id, name)
      where account.platform = o.platform and account.account_id = o.account_id`;
    return { name: `by account ${call}`, key: sql`(${name})`, metrics: [], needsCollected: false };
  }
  const key = by === 'name' ? sql`lower(o.name)` : sql`o.${sql.identifier(by)}`;
  return { name: `by ${by}`, key, metrics: [], needsCollected: false };
};

/** `pages` has positions; `counts` has the number of objects per call. */
type Answer = {
  pages: number[][];
  objects: Record<number, ObjectId> | null;
  currencies: { currency: string; counts: number[] }[];
};

/**
 * Orders the objects for several calls that share a read of one workspace level. A call for part of a level is passed
 * alone.
 */
export const orderTogether = async (db: Queryable, calls: readonly OrderCall[]): Promise<OrderedObjects[]> => {
  const [first] = calls;
  if (!first) return [];
  const { workspaceId, of } = first.filter;
  const level = typeof of === 'string' ? of : null;
  const sorted = calls.map((call, index) => ({ ...call, index, ...sortKeyOf(call, index) }));
  const column = (name: 'is_listed' | 'page', index: number): SQL => sql`${sql.identifier(`${name}_${index}`)}`;
  const columns = [
    ...sorted.map(({ filter, ranges: { range, compared }, index }) => {
      const ranges = compared ? [range, compared] : [range];
      return sql`${isListed(filter, ranges, index)} as ${column('is_listed', index)}`;
    }),
    ...new Map(sorted.map(({ name, key }) => [name, sql`${key} as ${sql.identifier(name)}`])).values(),
  ];
  const pages = sorted.map(({ name, order, page: { page, limit }, index }) => {
    const direction = order.isDescending ? sql`desc nulls last` : sql`asc nulls last`;
    return sql`array(select position from objects where ${column('is_listed', index)}
      order by ${sql.identifier(name)} ${direction}, position limit ${limit} offset ${(page - 1) * limit})
      as ${column('page', index)}`;
  });
  const pageColumns = sorted.map(({ index }) => column('page', index));
  const counts = sorted.map(({ index }) => sql`count(*) filter (where ${column('is_listed', index)})`);
  const statement = sql`
    with ${withCollected(
      workspaceId,
      calls.map(({ ranges }) => ranges),
    )},
    objects as materialized (
      select o.position, ${sql.join(columns, sql`, `)}, o.platform, o.level, o.object_id, o.currency
      from ${fromObjects(workspaceId, level ?? first.filter)}
      ${joinTotals(
        workspaceId,
        sorted.map(({ ranges: { range }, metrics }) => ({ range, metrics })),
        level,
      )}
      ${sql.join(
        sorted.filter(({ needsCollected }) => needsCollected).map(({ index }) => joinCollected(index)),
        sql` `,
      )}
    ),
    pages as materialized (select ${sql.join(pages, sql`, `)})
    select (select json_build_array(${sql.join(pageColumns, sql`, `)}) from pages) as pages,
      (select json_object_agg(position, json_build_object('platform', platform, 'level', level, 'id', object_id))
        from objects where position in (select unnest(${sql.join(pageColumns, sql` || `)}) from pages)) as objects,
      (select coalesce(json_agg(own), '[]') from (
        select coalesce(currency, '') as currency, json_build_array(${sql.join(counts, sql`, `)}) as counts
        from objects group by 1) as own) as currencies`;
  const { rows } =
    level === null
      ? await db.execute<Answer>(statement)
      : await db.transaction(async (tx) => {
          // The planner's statistics may miss a large account that was just read.
          await joinManyRows(tx, Infinity);
          return tx.execute<Answer>(statement);
        });
  const [answer] = rows;
  if (!answer) throw new Error('missing result');
  return calls.map((_call, index) => {
    const own = answer.currencies.map(({ currency, counts: all }) => ({ currency, count: all[index] ?? 0 }));
    return {
      keys: (answer.pages[index] ?? []).flatMap((position) => answer.objects?.[position] ?? []),
      totalItems: own.reduce((sum, { count }) => sum + count, 0),
      currencies: own.filter(({ count }) => count > 0).map(({ currency }) => currency),
    };
  });
};
