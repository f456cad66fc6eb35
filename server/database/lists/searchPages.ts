import type { PageRequest } from '#shared/contracts/paging.ts';
import { containsPattern } from './containsPattern.ts';
import type { Queryable } from '#server/database/Database.ts';
import { getTableName, sql } from '#server/database/drizzle.ts';
import type { PgColumn, Placeholder, SQL } from '#server/database/drizzle.ts';
import { orderBy } from './findPage.ts';
import type { PagedList } from './findPage.ts';
import { gramsQuery, isWholeValue } from './gramsQuery.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A list whose rows can be searched. */
export type SearchedList = PagedList & {
  workspaceId: WorkspaceId | Placeholder;
  /** All columns in the list's index, except `searchText`. */
  indexed: readonly PgColumn[];
  searchText: PgColumn;
  /** Rows with more searched text than `searchText`. Reads columns of the list's index only. */
  isIncomplete: SQL;
  /** The complete searched text of the few incomplete rows, with the alias `whole`. */
  wholeText: SQL;
  /** The rows that may contain a text, by the `search_grams` calls in indexes of the list. */
  mayContain: (grams: SQL) => SQL;
  /** `isOwn` with a different collation, so that PostgreSQL cannot use the list's index for it. */
  isOwnUnindexed: SQL;
  /** The number of rows, which is counted on insertion. */
  totalRows: SQL;
};

export type FoundPage<Row> = {
  rows: Row[];
  totalItems: number;
  /** `totalItems` is an estimate, because the rest of a long list was not searched for this page. */
  isTotalEstimated: boolean;
};

/** A list up to this length is scanned completely (at most 6 ms), and hits are counted. */
const shortListRows = 20_000;
/** The newest rows of a longer list, which show how common a text is. */
const probedRows = 500;
/** Reading one row through the grams index takes as long as reading this many through the list's index. */
const rowsPerCandidate = 10;
const mostCandidates = 10_000;

const value = sql.placeholder;
const int = (number: number): SQL => sql`${number}::int`;

/**
 * Whether a row contains a text. Reads the table only if `searchText` may be incomplete. The text is read as a value, because PostgreSQL may answer `exists` with a scan of the whole table.
 */
export const isHit = (
  { table, workspaceId, searchText, isIncomplete, wholeText, indexed }: SearchedList,
  pattern: string | ReturnType<typeof value>,
): SQL => {
  const own = sql.identifier(getTableName(table));
  const isSameRow = indexed.map(({ name }) => {
    const column = sql.identifier(name);
    return sql`whole.${column} = ${name === 'workspace_id' ? workspaceId : sql`${own}.${column}`}`;
  });
  return sql`(${searchText} like (select lower(${pattern})) or (${isIncomplete}
    and (select ${wholeText} like lower(${pattern}) from ${table} as whole where ${sql.join(isSameRow, sql` and `)})))`;
};

/**
 * The page of a search. `newest` holds the hits among the newest rows, up to the end of the page, or among all rows of
 * a short list. If they do not fill the page and the text seems rare, the grams index returns `candidates` in no
 * particular order. Otherwise the list is scanned from its newest row to the end of the page: half a million rows take
 * 0.15 s.
 *
 * `total` is null if hits were not counted. `isOwnUnindexed` keeps PostgreSQL from using the list's index to find
 * candidates.
 */
const findPage = (list: SearchedList): SQL => {
  const { table, id, isOwn, isOwnUnindexed, newestFirst, indexed, searchText, totalRows, mayContain } = list;
  const columns = sql.join([...indexed, searchText], sql`, `);
  const limit = sql`${value('limit')}::bigint`;
  const offset = sql`${value('offset')}::bigint`;
  const page = sql`limit ${limit} offset ${offset}`;
  return sql`with list as (
      select length, probed, page_end, probed > 0 and length <= ${int(shortListRows)} as is_short
      from (select coalesce((${totalRows}), 0)::bigint as length, ${value('probed')}::bigint as probed, ${limit} + ${offset} as page_end) as list),
    newest as materialized (
      select ${id} as id, place from (
        select ${columns}, row_number() over (${orderBy(newestFirst)}) as place
        from ${table} where ${isOwn} ${orderBy(newestFirst)}
        limit (select case when is_short then ${int(2 * shortListRows)} else probed end from list)
      ) as ${table} where ${isHit(list, value('pattern'))}
      limit (select case when not is_short then page_end end from list)),
    probe as (
      select *, not is_short and not is_filled and ${value('grams')}::text is not null
        and estimate * ${int(rowsPerCandidate)} < case when hits = 0 then length else least(length, page_end * rows / hits) end as is_rare
      from list, lateral (
        select count(*) as hits, count(*) = page_end as is_filled, case when count(*) = page_end then max(place) else probed end as rows
        from newest) as newest,
        lateral (select hits * length / greatest(rows, 1) as estimate) as scaled),
    candidates as materialized (
      select ${columns} from ${table}
      where ${isOwnUnindexed} and ${mayContain(sql`(select lower(${value('grams')})::tsquery)`)} and (select is_rare from probe)
      limit ${int(mostCandidates + 1)}),
    hits as materialized (
      select ${sql.join([...indexed], sql`, `)} from candidates as ${table} where ${isHit(list, value('pattern'))}),
    counted as (
      select case when is_short then probe.hits when is_rare and candidates <= ${int(mostCandidates)} then found end as total,
        least(greatest(estimate, found, page_end + 1), ${int(2 ** 31 - 1)}) as estimate, is_short, is_filled
      from probe, (select (select count(*) from candidates) as candidates, (select count(*) from hits) as found) as hits),
    page as materialized (
      select *, case
        when is_short or is_filled then array(select id from newest order by place ${page})
        when total is not null then array(select ${id} from hits as ${table} ${orderBy(newestFirst)} ${page})
        else array(select ${id} from ${table} where ${isOwn} and ${isHit(list, value('pattern'))}
          ${orderBy(newestFirst)} limit ${limit} + 1 offset ${offset}) end as ids
      from counted)
    select estimate::int as estimate, ids[:${limit}] as ids, coalesce(total, case
      when not is_filled and cardinality(ids) between case ${offset} when 0 then 0 else 1 end and ${limit} then ${offset} + cardinality(ids) end)::int as total
    from page`;
};

const countHits = (list: SearchedList): SQL => {
  const { table, isOwn } = list;
  return sql`select 0 as estimate, count(*)::int as total, null::text[] as ids
    from ${table} where ${isOwn} and ${isHit(list, value('pattern'))}`;
};

/** Rounded up to two digits, so that the estimate does not change from page to page. */
export const estimated = <Row>(rows: Row[], total: number): FoundPage<Row> => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(total)) - 1);
  return { rows, totalItems: Math.ceil(total / step) * step, isTotalEstimated: true };
};
const exact = <Row>(rows: Row[], totalItems: number): FoundPage<Row> => ({ rows, totalItems, isTotalEstimated: false });

type Search = { pattern: string; limit: number; offset: number; probed?: number; grams?: string | null };

/** The result of a statement; `total` is null if hits were not counted. */
type Found<Row> = { rows: Row[]; total: number | null; estimate: number };

/**
 * Combines a statement above with the rows of its page. The name makes PostgreSQL plan it once per connection, for
 * workspaces with ten leads or a million, which saves a search at least 0.3 ms. So the plan must not depend on the
 * values: no value changes the estimates, and `limit 1` makes PostgreSQL look up the page's rows by key, one at a time.
 */
const prepareFound = <Row>(
  name: string,
  list: SearchedList,
  columns: Record<keyof Row, PgColumn | SQL>,
  found: SQL,
) => {
  const { table, id, isOwn } = list;
  const statement = prepareOnce((db) =>
    db
      .select({
        found: { estimate: sql<number>`found.estimate`, total: sql<number | null>`found.total` },
        row: columns as Record<string, PgColumn | SQL>,
      })
      .from(sql`(${found}) as found left join lateral unnest(found.ids) with ordinality as wanted(id, place) on true`)
      .leftJoinLateral(
        db
          .select()
          .from(table)
          .where(sql`${isOwn} and ${id} = wanted.id`)
          .limit(1)
          .as(getTableName(table)),
        sql`true`,
      )
      .orderBy(sql`wanted.place`)
      .prepare(name),
  );
  return async (db: Queryable, owner: Record<string, string>, search: Search): Promise<Found<Row>> => {
    const lines = await statement(db).execute({ ...owner, ...search });
    const { estimate = 0, total = null } = lines[0]?.found ?? {};
    return { estimate, total, rows: lines.flatMap(({ row }) => (row === null ? [] : [row as Row])) };
  };
};

/**
 * Finds a page of rows that contain a text, newest first. Every page can be reached and no hit is left out. The newest
 * rows of a long list show how common the text is. For a common text, the list is scanned from its newest row to the
 * end of the page, and the total is an estimate. For a rare text, the grams index finds and counts the hits; a complete
 * address or id skips the scan of the newest rows.
 *
 * @param list with placeholders for the workspace
 * @param name distinguishes the prepared statements of several lists
 */
export const prepareSearch = <Row>(list: SearchedList, columns: Record<keyof Row, PgColumn | SQL>, name: string) => {
  const find = prepareFound(`${name}_search`, list, columns, findPage(list));
  const count = prepareFound(`${name}_count`, list, columns, countHits(list));

  /**
   * @param owner the values of the placeholders
   * @param listKey the first argument of `search_grams`
   * @returns null when there is no search text
   */
  return async (
    db: Queryable,
    { owner, listKey }: { owner: Record<string, string>; listKey: string },
    { page, limit }: PageRequest,
    sought = '',
  ): Promise<FoundPage<Row> | null> => {
    const pattern = containsPattern(sought);
    if (pattern === null) return null;
    const search = { pattern, limit, offset: (page - 1) * limit };
    const grams = gramsQuery(listKey, sought);
    const probed = grams !== null && isWholeValue(sought) ? 0 : probedRows;
    const { rows, total, estimate } = await find(db, owner, { ...search, probed, grams });
    if (total !== null) return exact(rows, total);
    if (rows.length > 0) return estimated(rows, estimate);
    return exact(rows, (await count(db, owner, search)).total ?? 0);
  };
};
