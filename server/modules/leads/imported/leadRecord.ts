import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import type { LeadRecord } from '#server/database/schema/leads.ts';
import { storableText } from '#server/lib/storableText.ts';

/** Columns with ids of ads, which Meta's files prefix: `ag:123`. */
const adIds: readonly string[] = ['adId', 'adsetId', 'campaignId'];
const idPattern = String.raw`^\s*(?:[a-z]+:)?([0-9]*)\s*$`;

/** The id that the platform uses; null for an empty text. A text of another form stays unchanged. */
const plainId = (text: string): string | null => text.replace(new RegExp(idPattern, 'i'), '$1') || null;

/** Columns with an index, whose entries hold about 2,700 bytes. A longer text stays in the record only. */
const ids: readonly string[] = [...adIds, 'formId'];
const longestId = 200;

/** The columns of a lead that repeat a value of its record, for lists and filters. */
const columns = {
  name: 'Name',
  email: 'EmailAddress',
  phone: 'Number',
  adId: 'ad_id',
  adName: 'ad_name',
  adsetId: 'adset_id',
  adsetName: 'adset_name',
  campaignId: 'campaign_id',
  campaignName: 'campaign_name',
  formId: 'form_id',
  formName: 'form_name',
  statusText: 'Status',
  country: 'country',
} as const satisfies { [Column in keyof typeof leads.$inferSelect]?: CustomLeadKey };
type CopiedColumn = keyof typeof columns;
type Copied = { [Column in CopiedColumn]: (typeof leads.$inferSelect)[Column] };

const copied = Object.entries(columns) as [CopiedColumn, CustomLeadKey][];

/** The names of all columns with imported values, as in the database. */
export const importedColumns: readonly string[] = [...copied.map(([column]) => leads[column].name), leads.record.name];

/** Reads the values of `importedColumns` from a record in SQL. */
export const importedValues = (record: SQL): SQL[] => [
  ...copied.map(([column, key]) => {
    const text = sql`${record} ->> ${key}::text`;
    const value = ids.includes(column) ? sql`case when length(${text}) <= ${longestId}::int then ${text} end` : text;
    if (adIds.includes(column)) return sql`nullif(regexp_replace(${value}, ${idPattern}, '\\1', 'i'), '')`;
    return leads[column].notNull ? sql`coalesce(${value}, '')` : value;
  }),
  record,
];

/** The record of a lead that has only columns in SQL. @param lead the alias of the lead */
export const recordOf = (lead: SQL): SQL => {
  const parts = copied.flatMap(([column, key]) => [
    sql`${key}::text`,
    sql`nullif(${lead}.${sql.identifier(leads[column].name)}, '')`,
  ]);
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(parts, sql`, `)}))`;
};

/** The contact of an imported lead in SQL, from a record. */
export const recordContact = (record: SQL): SQL[] =>
  [columns.name, columns.email, columns.phone].map((key) => sql`coalesce(${record} ->> ${key}::text, '')`);

/** Takes a lead of a platform from the list of imported leads, in an update. */
export const withoutImport = (now: Date): SQL =>
  sql`imported_at = null, position = 0, identity = null, record = null, edited = '{}', seen = null, activity_id = null,
    updated_at = ${now.toISOString()}::timestamptz`;

/** The columns of an imported lead with this record. */
export const columnsOf = (record: LeadRecord): Copied & { record: LeadRecord } => {
  const values = copied.map(([column, key]) => {
    const text = record[key] ?? '';
    const value = ids.includes(column) && text.length > longestId ? '' : text;
    if (adIds.includes(column)) return [column, plainId(value)];
    return [column, value === '' && !leads[column].notNull ? null : value];
  });
  return { ...(Object.fromEntries(values) as Copied), record };
};

export const toRecord = (values: CustomLeadValues): LeadRecord =>
  Object.fromEntries(
    customLeadKeys.flatMap((key) => {
      const text = storableText(values[key]);
      return text === '' ? [] : [[key, text]];
    }),
  );

/** All values of an imported lead, with empty texts for missing ones. */
export const toValues = (record: LeadRecord): CustomLeadValues =>
  Object.fromEntries(customLeadKeys.map((key) => [key, record[key] ?? ''])) as CustomLeadValues;
