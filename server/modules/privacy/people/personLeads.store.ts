import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { LeadList } from '#shared/leadLists.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { StoredRecord } from '#server/database/schema/leads.ts';
import type { PersonMatcher } from './matchPerson.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * The search for a person reads all leads of a workspace. Each statement reads this many rows in key order, so that it
 * stays below the statement timeout.
 */
const rowsPerLook = 2_000;

/**
 * Columns of an imported lead without data about its person: ad ids, times, and the adviser's contact, which all leads
 * of that adviser share.
 */
const foreignKeys: readonly CustomLeadKey[] = [
  'ad_id',
  'adset_id',
  'campaign_id',
  'form_id',
  'created_time',
  'UNIX',
  'is_organic',
  'salesAdvisorContact',
];

/** The values of an imported row that can name its person. */
export const personKeys = customLeadKeys.filter((key) => !foreignKeys.includes(key));

export type LeadRecord = {
  list: LeadList;
  lead_id: string;
  name: string;
  email: string;
  phone: string;
  answers: LeadAnswer[];
  record: StoredRecord | null;
} & Record<string, unknown>;

export type FoundLead = { list: LeadList; id: string; record: LeadRecord };

/** Yields conditions that select the rows of a table batch by batch, in key order. */
async function* windowsOf(db: Queryable, table: SQL, isOwn: SQL, key: SQL): AsyncGenerator<SQL> {
  for (let after = ''; ;) {
    const { rows } = await db.execute<{ end: string }>(
      sql`select ${key} as end from ${table} where ${isOwn} and ${key} > ${after} order by ${key} offset ${rowsPerLook - 1} limit 1`,
    );
    const end = rows[0]?.end;
    yield end === undefined ? sql`${key} > ${after}` : sql`${key} > ${after} and ${key} <= ${end}`;
    if (end === undefined) return;
    after = end;
  }
}

/** Leads of a list that contain the person, page by page. A page may be empty. */
export async function* findInLeads(
  db: Queryable,
  workspaceId: WorkspaceId,
  list: LeadList,
  matcher: PersonMatcher,
): AsyncGenerator<FoundLead[]> {
  const isOwn = sql`workspace_id = ${workspaceId} and list = ${list}`;
  const text = sql`(name || E'\n' || email || E'\n' || phone || E'\n' || answers::text || coalesce(record::text, ''))`;
  for await (const isWithin of windowsOf(db, sql`leads`, isOwn, sql`lead_id`)) {
    const { rows } = await db.execute<LeadRecord>(
      sql`select * from leads where ${isOwn} and ${isWithin} and ${matcher.mayBeIn(text)}`,
    );
    yield rows
      .filter(({ name, email, phone, answers, record }) =>
        matcher.isIn([
          name,
          email,
          phone,
          ...[...answers, ...(record?.answers ?? [])].flatMap(({ values }) => values),
          ...personKeys.map((key) => record?.[key] ?? ''),
        ]),
      )
      .map((record) => ({ list, id: record.lead_id, record }));
  }
}
