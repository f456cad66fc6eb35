import { byLeadPlatform, platformNames } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { listMemberNames } from '#server/modules/leads/work/changes.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readPublicId } from '#server/modules/leads/work/leadKey.ts';
import { isVisible } from '#server/modules/leads/list/leadBranch.ts';
import { completedFrom, shownColumns } from '#server/modules/leads/list/leadRows.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';

const sourceNames = { ...byLeadPlatform((platform) => platformNames[platform]), custom: 'Imported' };

const utc = (moment: SQL): SQL => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const nameIn = (names: Record<string, string>, key: SQL): SQL => sql`${JSON.stringify(names)}::jsonb->>${key}`;

type Known = { step: LeadStep; members: readonly { id: string; name: string }[] };

const namesOf = (known: readonly { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(known.map(({ id, name }) => [id, name]));

/** The titles and cells of the columns, for rows with `shownColumns`. */
const cells: readonly (readonly [title: string, cell: (known: Known) => SQL])[] = [
  ['name', () => sql`lead.name`],
  ['email', () => sql`lead.email`],
  ['phone_number', () => sql`lead.phone`],
  ['source', () => nameIn(sourceNames, sql`lead.list`)],
  ['formName', () => sql`lead."formName"`],
  ['campaignName', () => sql`lead."campaignName"`],
  ['status', ({ step }) => nameIn(namesOf(step.ladder), sql`lead."statusId"`)],
  ['assignee', ({ members }) => nameIn(namesOf(members), sql`lead."assigneeId"`)],
  ['tags', () => sql`array_to_string(lead.tags, ', ')`],
  ['amount', () => sql`trim_scale(lead.worth)::text`],
  ['currency', () => sql`lead.currency`],
  ['arrived', () => utc(sql`lead."createdAt"`)],
  ['first_response', () => utc(sql`lead."respondedAt"`)],
  ['last_activity', () => utc(sql`coalesce(lead."activeAt", lead."createdAt")`)],
  ['leadId', () => sql`lead."leadId"`],
];

export const workedLeadTitles: readonly string[] = cells.map(([title]) => title);

/** Reads the existing leads of these public ids, in the order of the ids, each as the JSON text of its cells. */
export const readWorkedLeadRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  step: LeadStep,
  ids: readonly string[],
): Promise<string[]> => {
  const keys = ids.flatMap((id) => readPublicId(id) ?? []);
  const given = sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as p (list text, "leadId" text)`;
  const known = { step, members: await listMemberNames(db, workspaceId) };
  const row = sql.join(
    cells.map(([, cell]) => cell(known)),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: string; row: string }>(sql`
    select lead.list || ':' || lead."leadId" as id, array_to_json(array[${row}])::text as row
    from (
      select ${shownColumns(step)}, w.amount as worth
      from ${completedFrom(workspaceId, sql`(select list, "leadId" as lead_id from ${given})`)}
      where ${isVisible(workspaceId)}
    ) as lead`);
  const found = new Map(rows.map((each) => [each.id, each.row]));
  return ids.flatMap((id) => found.get(id) ?? []);
};
