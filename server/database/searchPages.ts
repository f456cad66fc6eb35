import type { PageRequest } from '#shared/contracts/paging.ts';
import { containsPattern } from './containsPattern.ts';
import type { Queryable } from './Database.ts';
import { getTableName, sql } from './drizzle.ts';
import type { PgColumn, SQL } from './drizzle.ts';
import { orderBy } from './findPage.ts';
import type { PagedList } from './findPage.ts';
import { gramsQuery, isWholeValue } from './gramsQuery.ts';
import { prepareOnce } from './prepareOnce.ts';
import { isLongText } from './schema/columns.ts';

/** A list whose rows can be searched. */
export type SearchedList = PagedList & {
  /** All that the list's index holds, except `searchText`. */
  indexed: readonly PgColumn[];
  searchText: PgColumn;
  /** The whole searched text of the row, for the few rows of which `searchText` is only the beginning. */
  wholeText: SQL;
  /** The call of `search_grams` in the list's index. */
  grams: SQL;
  /** How many rows there are, as counted by those who insert. */
  totalRows: SQL;
};

export type FoundPage<Row> = {
  rows: Row[];
  totalItems: number;
  /** `totalItems` is an estimate: the rest of a long list was not searched for this page. */
  isTotalEstimated: boolean;
};

/** Up to this length a list is searched from its newest to its oldest row, which takes up to 6 ms, and hits are counted. */
const shortListRows = 20_000;
/** The newest rows of a longer list show how common a text is. */
const probedRows = 500;
/** To read a row by the index of the grams takes as long as to read this many by the index of the list. */
const rowsPerCandidate = 10;
const mostCandidates = 10_000;

const value = sql.placeholder;
const int = (number: number): SQL => sql`${number}::int`;

/**
 * Whether a row contains a text. Reads the table only for a row whose text may go on after `searchText`: as a value and not as `exists`,
 * which PostgreSQL may answer by reading the whole table once.
 */
export const isHit = (
  { table, searchText, wholeText, indexed }: SearchedList,
  pattern: string | ReturnType<typeof value>,
): SQL => {
  const own = sql.identifier(getTableName(table));
  const isSameRow = indexed.map(({ name }) => sql`whole.${sql.identifier(name)} = ${own}.${sql.identifier(name)}`);
  return sql`(${searchText} like (select lower(${pattern})) or (${isLongText(searchText)}
    and (select ${wholeText} like lower(${pattern}) from ${table} as whole where ${sql.join(isSameRow, sql` and `)})))`;
};

/**
 * The hits among the newest rows, up to the end of the page; of a short list, among all. `rows` is among how many, and `list_rows` the
 * length of the list.
 */
const probe = (list: SearchedList): SQL => {
  const { table, id, isOwn, newestFirst, indexed, searchText, totalRows } = list;
  const end = sql`(${value('limit')}::bigint + ${value('offset')}::bigint)`;
  return sql`with list as (select coalesce((${totalRows}), 0)::int as rows),
    hits as materialized (
      select ${id} as id, place from (
        select ${sql.join([...indexed, searchText], sql`, `)}, row_number() over (${orderBy(newestFirst)}) as place
        from ${table} where ${isOwn} ${orderBy(newestFirst)}
        limit (select case when rows <= ${int(shortListRows)} then ${int(2 * shortListRows)} else ${int(probedRows)} end from list)
      ) as ${table} where ${isHit(list, value('pattern'))}
      limit (select case when rows > ${int(shortListRows)} then ${end} end from list)),
    counted as (
      select list.rows as list_rows, count(hits)::int as hits,
        case when count(hits) = ${end} then max(place)::int else ${int(probedRows)} end as rows
      from list left join hits on true group by list.rows)
    select *, case when hits = ${end} or list_rows <= ${int(shortListRows)}
      then array(select id from hits order by place limit ${value('limit')} offset ${value('offset')}) end as ids from counted`;
};

/**
 * All hits, by the index of the grams, which gives them in no order; only the first so many rows that may be hits. `rows` is how many of
 * those there are.
 */
const searchGrams = (list: SearchedList): SQL => {
  const { table, id, isOwn, newestFirst, indexed, searchText, grams } = list;
  const columns = sql.join([...indexed, searchText], sql`, `);
  return sql`with candidates as materialized (
      select ${columns} from ${table} where ${isOwn} and ${grams} @@ lower(${value('grams')})::tsquery
      limit ${int(mostCandidates + 1)}),
    hits as materialized (
      select ${sql.join([...indexed], sql`, `)} from candidates as ${table} where ${isHit(list, value('pattern'))}),
    counted as (select (select count(*) from candidates)::int as rows, (select count(*) from hits)::int as hits)
    select 0 as list_rows, hits, rows, case when rows <= ${int(mostCandidates)} then
      array(select ${id} from hits as ${table} ${orderBy(newestFirst)} limit ${value('limit')} offset ${value('offset')})
      end as ids from counted`;
};

/** The hits of a page and no counts, from the newest row of the list on: half a million rows take 0.15 s. */
const walk = (list: SearchedList): SQL => {
  const { table, id, isOwn, newestFirst } = list;
  return sql`select 0 as list_rows, 0 as rows, 0 as hits, array(select ${id} from ${table}
    where ${isOwn} and ${isHit(list, value('pattern'))}
    ${orderBy(newestFirst)} limit ${value('limit')} offset ${value('offset')}) as ids`;
};

const countHits = (list: SearchedList): SQL => {
  const { table, isOwn } = list;
  return sql`select 0 as list_rows, 0 as rows, count(*)::int as hits, null::text[] as ids
    from ${table} where ${isOwn} and ${isHit(list, value('pattern'))}`;
};

/** Rounded up to two digits, so that it does not change from page to page. */
const estimated = <Row>(rows: Row[], total: number): FoundPage<Row> => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(total)) - 1);
  return { rows, totalItems: Math.ceil(total / step) * step, isTotalEstimated: true };
};
const exact = <Row>(rows: Row[], totalItems: number): FoundPage<Row> => ({ rows, totalItems, isTotalEstimated: false });

type Search = { pattern: string; limit: number; offset: number; grams?: string };

/** What a statement has found; `rows` are those of the page. */
type Found<Row> = { listRows: number; hits: number; searched: number; rows: Row[] };

const pickRow = <Row>(line: object, columns: Record<keyof Row, PgColumn>): Row =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, Reflect.get(line, name)])) as Row;

/**
 * One of the statements above together with the rows of its page. With a name it is planned once for each connection, for people with ten
 * leads and with a million alike, which takes 0.3 ms off it. For that the plan must not be a choice: an index has the order, and the rows of
 * the page are looked up by their key one at a time, which `limit 1` fixes.
 */
const prepareFound = <Row>(
  name: string | null,
  list: SearchedList,
  columns: Record<keyof Row, PgColumn>,
  found: SQL,
) => {
  const { table, id, isOwn } = list;
  const statement = prepareOnce((db) =>
    db
      .select({
        listRows: sql<number>`found.list_rows`,
        hits: sql<number>`found.hits`,
        searched: sql<number>`found.rows`,
        foundId: sql<string | null>`wanted.id`,
        ...(columns as Record<string, PgColumn>),
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
      .prepare(name === null ? '' : `${getTableName(table)}_${name}`),
  );
  return async (db: Queryable, owner: Record<string, string>, search: Search): Promise<Found<Row>> => {
    const lines = await statement(db).execute({ ...owner, ...search });
    const [{ listRows, hits, searched } = { listRows: 0, hits: 0, searched: 0 }] = lines;
    const rows = lines.filter(({ foundId }) => foundId !== null);
    return { listRows, hits, searched, rows: rows.map((line) => pickRow<Row>(line, columns)) };
  };
};

/**
 * How to find a page of a list's rows that contain a text, newest first. Every page can be reached and no hit is left out. The newest rows
 * of a long list show how common the text is. Hits of a common text are found by walking the list from its newest row to the end of the
 * page; the total is then an estimate. A rare text is found by the index of the grams and counted, a whole value at once.
 *
 * @param list with placeholders for its owner
 */
export const prepareSearch = <Row>(list: SearchedList, columns: Record<keyof Row, PgColumn>) => {
  const [runProbe, runGrams, runWalk, runCount] = [
    prepareFound('probe', list, columns, probe(list)),
    // Which of the indexes is right depends on the person: planned each time.
    prepareFound(null, list, columns, searchGrams(list)),
    prepareFound('walk', list, columns, walk(list)),
    prepareFound('count', list, columns, countHits(list)),
  ];

  /**
   * @param owner the values of the placeholders
   * @param listKey what `search_grams` was called with
   * @returns null when nothing is sought
   */
  return async (
    db: Queryable,
    { owner, listKey }: { owner: Record<string, string>; listKey: string },
    { page, limit }: PageRequest,
    sought = '',
  ): Promise<FoundPage<Row> | null> => {
    const pattern = containsPattern(sought);
    if (pattern === null) return null;
    const offset = (page - 1) * limit;
    const end = offset + limit;
    const search = { pattern, limit, offset };
    const grams = gramsQuery(listKey, sought);
    const isTried = grams !== null && isWholeValue(sought);
    if (isTried) {
      const found = await runGrams(db, owner, { ...search, grams });
      if (found.searched <= mostCandidates) return exact(found.rows, found.hits);
    }
    const { listRows, hits, searched, rows } = await runProbe(db, owner, search);
    if (listRows <= shortListRows) return exact(rows, hits);
    let estimate = Math.round((hits * listRows) / searched);
    if (hits === end) return estimated(rows, estimate);

    const rowsToWalk = hits === 0 ? listRows : Math.min(listRows, (end * searched) / hits);
    if (grams !== null && !isTried && estimate * rowsPerCandidate < rowsToWalk) {
      const found = await runGrams(db, owner, { ...search, grams });
      if (found.searched <= mostCandidates) return exact(found.rows, found.hits);
      estimate = Math.max(estimate, found.hits);
    }
    // One more than the page has: there is a next page.
    const { rows: walked } = await runWalk(db, owner, { ...search, limit: limit + 1 });
    if (walked.length > limit) return estimated(walked.slice(0, limit), Math.max(estimate, end + 1));
    if (walked.length > 0 || offset === 0) return exact(walked, offset + walked.length);
    return exact(walked, (await runCount(db, owner, search)).hits);
  };
};
