import type { QueryResultRow } from 'pg';
import { readRowTime } from '#shared/lib/readRowTime.ts';

/*
 * Moves the imported leads of 2.0 into the table of all leads. Each step is short and can be repeated, so an
 * interrupted move continues. The former table stays until every lead was compared, so the move needs at most twice
 * the disk. The statements are fixed texts, because later releases must move the same rows.
 */

/** Runs a statement. */
export type Run = <Row extends QueryResultRow>(text: string) => Promise<readonly Row[]>;

const rowsPerStep = 2_000;

/** The former columns, by the names that imported values have in the API. */
const columns = {
  Number: 'number',
  Name: 'name',
  EmailAddress: 'email_address',
  ad_id: 'ad_id',
  Status: 'status',
  Project: 'project',
  id: 'lead_id',
  created_time: 'created_time',
  ad_name: 'ad_name',
  adset_id: 'adset_id',
  adset_name: 'adset_name',
  campaign_id: 'campaign_id',
  campaign_name: 'campaign_name',
  form_id: 'form_id',
  form_name: 'form_name',
  is_organic: 'is_organic',
  platform: 'platform',
  UnitType: 'unit_type',
  salesAdvisorContact: 'sales_advisor_contact',
  country: 'country',
  StartingPrice: 'starting_price',
  UNIX: 'unix',
};

const recordOf = (row: string): string =>
  `jsonb_strip_nulls(jsonb_build_object(${Object.entries(columns)
    .map(([key, column]) => `'${key}', nullif(${row}.${column}, '')`)
    .join(', ')}))`;

/** The columns of `leads` that hold a former column of the same or another name; null for an empty text. */
const shared = {
  form_name: 'form_name',
  ad_name: 'ad_name',
  adset_name: 'adset_name',
  campaign_name: 'campaign_name',
  status_text: 'status',
  country: 'country',
};

/** An id, or null for a text that is too long for an index: it stays in the record. */
const shortId = (value: string): string => `case when length(${value}) <= 200 then ${value} end`;

/** An id of an ad without the prefix of Meta's files. */
const plainId = (value: string): string =>
  `regexp_replace(${shortId(value)}, '^\\s*(?:[a-z]+:)?([0-9]*)\\s*$', '\\1', 'i')`;

/** The columns of `leads` with ids, and how each is read from the former column of the same name. */
const ids = Object.entries({ form_id: shortId, ad_id: plainId, adset_id: plainId, campaign_id: plainId });

/** The columns of `leads`, each with its value from a former row. */
const moved = (row: string, arrival = `${row}.created_at`): [column: string, value: string][] => [
  ['workspace_id', `${row}.workspace_id`],
  ['list', `'custom'`],
  ['lead_id', `${row}.id`],
  ['source', `'import'`],
  ['answers', `'[]'`],
  ['name', `${row}.name`],
  ['email', `${row}.email_address`],
  ['phone', `${row}.number`],
  ['created_at', arrival],
  ['updated_at', `${row}.updated_at`],
  ['imported_at', `${row}.created_at`],
  ['position', `-${row}.position`],
  ['identity', `${row}.identity`],
  ['activity_id', `${row}.activity_id`],
  ['record', recordOf(row)],
  ...Object.entries(shared).map(([column, from]): [string, string] => [column, `nullif(${row}.${from}, '')`]),
  ...ids.map(([column, read]): [string, string] => [column, `nullif(${read(`${row}.${column}`)}, '')`]),
];

const names = (parts: readonly [string, string][]): string => parts.map(([name]) => name).join(', ');
const values = (parts: readonly [string, string][]): string => parts.map(([, value]) => value).join(', ');

/** Everything that the API shows of a former row, and of a moved lead. */
const shownBefore = `(c.id, c.created_at, c.updated_at, c.identity, c.activity_id, ${Object.values(columns)
  .map((column) => `c.${column}`)
  .join(', ')})`;
const shownAfter = `(l.lead_id, l.imported_at, l.updated_at, l.identity, l.activity_id, ${Object.keys(columns)
  .map((key) => `coalesce(l.record ->> '${key}', '')`)
  .join(', ')})`;
const sharedAfter = `(l.name, l.email, l.phone, ${[...Object.keys(shared), ...ids.map(([column]) => column)]
  .map((column) => `coalesce(l.${column}, '')`)
  .join(', ')})`;
const sharedBefore = `(c.name, c.email_address, c.number, ${[
  ...Object.values(shared).map((column) => `c.${column}`),
  ...ids.map(([column, read]) => `coalesce(${read(`c.${column}`)}, '')`),
].join(', ')})`;

/** A former row as JSON becomes a lead as JSON. `row` is an expression for the former row. */
const asLead = (row: string): string =>
  `(select to_jsonb(lead) from (select ${moved('c')
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ')} from jsonb_populate_record(null::moving_leads, ${row}) as c) as lead)`;

const leadColumns = `workspace_id, list, lead_id, source, page_id, form_id, form_name, ad_id, ad_name, adset_id, adset_name, campaign_id,
  campaign_name, is_organic, placement, answers, name, email, phone, status_text, country, created_at, updated_at, imported_at,
  position, identity, activity_id, record`;

const keptLeads = `undo_leads as u join activities as a on a.workspace_id = u.workspace_id and a.id = u.activity_id and u.before ? 'lead'`;

/** The former values that an undo restores, and the rows of imports that were under way. */
const keptRows = [
  `update undo_leads set before = jsonb_set(before, '{lead}', ${asLead(`before -> 'lead'`)})
   where list = 'custom' and before -> 'lead' ? 'email_address'`,
  `update undo_leads set before = ${asLead('before')} where list = 'custom' and before ? 'email_address'`,
  `update undo_leads set before = jsonb_set(before, '{lead}', (before -> 'lead') - 'platform' || jsonb_build_object('list', list))
   where list <> 'custom' and before -> 'lead' ? 'platform'`,
  // Deleted leads stay in the table until their undo expires.
  `insert into leads (${leadColumns}, deleted_at, deleted_by)
   select ${leadColumns.replaceAll(/(\w+)/g, 'l.$1')}, a.at, a.id from ${keptLeads},
     jsonb_populate_record(null::leads, jsonb_build_object('position', 0) || jsonb_strip_nulls(u.before -> 'lead')) as l on conflict do nothing`,
  `insert into lead_work select w.workspace_id, w.list, w.lead_id, w.status_id,
     (select user_id from memberships as m where m.workspace_id = w.workspace_id and m.user_id = w.assignee_id),
     w.tags, w.amount, w.currency, w.responded_at, w.active_at, w.version, w.merged_into
   from ${keptLeads}, jsonb_populate_record(null::lead_work, u.before -> 'work') as w
   where jsonb_typeof(u.before -> 'work') = 'object' on conflict do nothing`,
  `insert into lead_entries (workspace_id, list, lead_id, id, at, author_id, kind, note, before, after)
   select e.workspace_id, e.list, e.lead_id, e.id, e.at, (select id from users where users.id = e.author_id), e.kind, e.note, e.before, e.after
   from ${keptLeads}, jsonb_populate_recordset(null::lead_entries, u.before -> 'entries') as e
   where jsonb_typeof(u.before -> 'entries') = 'array' and exists (
     select from leads as l where l.workspace_id = e.workspace_id and l.list = e.list and l.lead_id = e.lead_id)
   on conflict do nothing`,
  `insert into lead_merges (workspace_id, list, lead_id, into_id, position, merged_at, merged_by, made_work, changes, base_version,
     merged_version)
   select m.workspace_id, m.list, m.lead_id, m.into_id, m.position, m.merged_at, (select id from users where users.id = m.merged_by),
     m.made_work, m.changes, m.base_version, m.merged_version
   from ${keptLeads}, jsonb_populate_record(null::lead_merges, u.before -> 'merge') as m
   where jsonb_typeof(u.before -> 'merge') = 'object' on conflict do nothing`,
  `delete from undo_leads where before ? 'lead'`,
  `update custom_lead_batches set rows = (
     select coalesce(json_agg(json_strip_nulls(json_build_object('row_number', row_number, 'new_id', new_id, 'identity', identity,
       'email_key', email_key, 'phone_key', phone_key, 'record', ${recordOf('given')}))), '[]')::text
     from json_to_recordset(rows::json) as given (row_number int, new_id text, identity text, email_key text, phone_key text,
       ${Object.values(columns)
         .map((column) => `${column} text`)
         .join(', ')}))
   where rows not like '%"record"%'`,
];

const quote = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

type Place = [workspaceId: string, id: string];
const after = (place: Place | null): string =>
  place === null ? 'true' : `(c.workspace_id, c.id) > (${place.map(quote).join(', ')})`;

/** The last lead that was moved: leads move in the order of this key. */
const lastMoved = `select array[workspace_id, lead_id] as place from leads where list = 'custom'
  order by workspace_id desc, lead_id desc limit 1`;

type Times = { workspace_id: string; id: string; created_time: string; UNIX: string };

const timesAfter = (place: Place | null): string => `
  select workspace_id, id, created_time, unix as "UNIX" from moving_leads as c where ${after(place)}
  order by workspace_id, id limit ${rowsPerStep}`;

/** Moves rows with the submission times in them. Their contact keys are filled in again, in the order of arrival. */
const moveThese = (rows: readonly Times[]): string => {
  const given = rows.map(({ workspace_id, id, ...times }) => ({ workspace_id, id, at: readRowTime(times) }));
  return `
    with given as materialized (
      select * from json_to_recordset(${quote(JSON.stringify(given))}) as row(workspace_id text, id text, at timestamptz)
    ), stored as (
      insert into leads (${names(moved('c'))})
      select ${values(moved('c', 'least(given.at, c.created_at)'))}
      from given join moving_leads as c on c.workspace_id = given.workspace_id and c.id = given.id
      returning workspace_id, lead_id, created_at <> imported_at as is_earlier
    ), forgotten as (
      delete from lead_contacts as k using stored
      where k.workspace_id = stored.workspace_id and k.list = 'custom' and k.lead_id = stored.lead_id and stored.is_earlier
      returning k.workspace_id
    )
    insert into lead_contact_fills (workspace_id, list) select distinct workspace_id, 'custom' from forgotten
    on conflict (workspace_id, list) do update set after = ''`;
};

/** Compares a range of rows. `end` is null after the last row. */
const compareAfter = (place: Place | null): string => `
  with some_rows as materialized (
    select c.* from moving_leads as c where ${after(place)} order by c.workspace_id, c.id limit ${10 * rowsPerStep}
  )
  select count(*) filter (where l.lead_id is null or ${shownAfter} is distinct from ${shownBefore}
      or ${sharedAfter} is distinct from ${sharedBefore})::int as different,
    (select array[workspace_id, id] from some_rows order by workspace_id desc, id desc limit 1) as end
  from some_rows as c left join leads as l on l.workspace_id = c.workspace_id and l.list = 'custom' and l.lead_id = c.id`;

type Compared = { different: number; end: Place | null };

/** @throws Error when a moved lead differs from the former row */
const compareAll = async (run: Run): Promise<void> => {
  for (let place: Place | null = null; ;) {
    const [found]: readonly Compared[] = await run<Compared>(compareAfter(place));
    if (!found?.end) return;
    if (found.different > 0) throw new Error(`${found.different} imported leads differ after their move`);
    place = found.end;
  }
};

/** Columns that people have edited. An entry names the title of its column. */
const keepEdits = `
  update leads as l set edited = entries.keys
  from (
    select workspace_id, lead_id, array_agg(distinct coalesce(key, note) order by coalesce(key, note)) as keys
    from lead_entries left join (values ('Ad Name', 'ad_name'), ('Ad Set Id', 'adset_id'), ('Ad Set Name', 'adset_name'),
      ('Campaign Id', 'campaign_id'), ('Campaign Name', 'campaign_name'), ('Form Id', 'form_id'), ('Form Name', 'form_name'),
      ('Is Organic', 'is_organic'), ('Platform', 'platform'), ('Unit Type', 'UnitType'),
      ('Sales Advisor Contact', 'salesAdvisorContact'), ('Country', 'country'), ('Starting Price', 'StartingPrice')
    ) as titled (title, key) on title = note
    where list = 'custom' and kind = 'edited' and note is not null group by workspace_id, lead_id
  ) as entries
  where l.workspace_id = entries.workspace_id and l.list = 'custom' and l.lead_id = entries.lead_id`;

export type MoveProgress = { moved: number; isDone: boolean };

/** Tables whose rows refer to a lead, with the foreign key, which is not valid yet. */
const referring = [
  ['lead_work', 'lead_work_lead'],
  ['lead_entries', 'lead_entries_lead'],
  ['lead_merges', 'lead_merges_lead'],
  ['undo_leads', 'undo_leads_kept'],
];

/** Rows of 2.0 could outlive their lead. */
const validated = referring.flatMap(([table, key]) => [
  `delete from ${table} as r where not exists (
     select from leads as l where l.workspace_id = r.workspace_id and l.list = r.list and l.lead_id = r.lead_id)`,
  `alter table ${table} validate constraint ${key}`,
]);

type MoveState = { isMoving: boolean; hasInvalidKey: boolean };

/** Whether imported leads of 2.0 still have to move, and whether rows that refer to leads still have to be validated. */
export const readMoveState = async (run: Run): Promise<MoveState> => {
  const [state] = await run<MoveState>(`select to_regclass('moving_leads') is not null as "isMoving",
    exists (select from pg_constraint where conname = 'undo_leads_kept' and not convalidated) as "hasInvalidKey"`);
  return state ?? { isMoving: false, hasInvalidKey: false };
};

/** Moves some leads in one transaction; the last step compares all leads and drops the former table. */
export const moveImportedLeads = async (run: Run): Promise<MoveProgress> => {
  const { isMoving, hasInvalidKey } = await readMoveState(run);
  if (isMoving) {
    const [last] = await run<{ place: Place }>(lastMoved);
    const rows = await run<Times>(timesAfter(last?.place ?? null));
    if (rows.length > 0) {
      await run(moveThese(rows));
      return { moved: rows.length, isDone: false };
    }
    await compareAll(run);
    for (const statement of [keepEdits, ...keptRows]) await run(statement);
    await run('drop table moving_leads');
  }
  if (hasInvalidKey) for (const statement of validated) await run(statement);
  return { moved: 0, isDone: true };
};
