import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { and, asc, eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadContactFills, leads, workspaces } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { leadLists } from '#shared/leadLists.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { contactKeys, countryIn } from './contactKeys.ts';
import { readCountry } from '#shared/leadFiles/cells/readCountry.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import { lockContacts, readPhoneCountry, storeContacts } from './leadContacts.store.ts';
import type { NewContact } from './leadContacts.store.ts';

/** Fills in the contact keys of stored leads. */
export const fillContactsJob = defineJob({
  name: 'fill-contacts',
  payload: z.strictObject({}),
  concurrency: 1,
  expireInSeconds: 3 * 3600,
});

/** Leads per transaction. Each transaction locks the contacts of the workspace. */
const leadsPerStep = 500;

type Read = {
  id: string;
  email: string;
  phone: string;
  country: string | null;
  answers: LeadAnswer[];
  arrivedAt: string;
};

/** Reads the contact data of leads. @param which the end of the statement */
const readLeads = async (tx: Transaction, workspaceId: WorkspaceId, list: LeadList, which: SQL): Promise<Read[]> => {
  const { rows } = await tx.execute<Read>(sql`
    select lead_id as id, email, phone, country, answers,
      created_at - (case list when 'custom' then position else 0 end) * interval '1 microsecond' as "arrivedAt" from ${leads}
    where workspace_id = ${workspaceId} and list = ${list} and deleted_at is null and ${which}`);
  return rows;
};

const toContact = ({ id, email, phone, country, answers, arrivedAt }: Read, own: CountryCode | null): NewContact => {
  const keys = contactKeys({ email, phone, country: country ?? countryIn(answers) }, own);
  return { leadId: id, arrivedAt, ...keys };
};

/** Updates the contact keys of stored leads after their values changed or an undo restored them. */
export const recognizeAgain = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  list: LeadList,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await lockContacts(tx, workspaceId);
  const rows = await readLeads(tx, workspaceId, list, sql`lead_id = any(${textArray(ids)})`);
  const country = await readPhoneCountry(tx, workspaceId);
  await storeContacts(
    tx,
    workspaceId,
    list,
    rows.map((row) => toContact(row, country)),
  );
};

type Fill = typeof leadContactFills.$inferSelect;

const isFill = ({ workspaceId, list }: Pick<Fill, 'workspaceId' | 'list'>) =>
  and(eq(leadContactFills.workspaceId, workspaceId), eq(leadContactFills.list, list));

/** Fills in the contact keys of one batch. @returns whether the list has more leads */
const fillSome = async (tx: Transaction, { workspaceId, list }: Fill): Promise<boolean> => {
  // A lead that is deleted meanwhile must not leave its contact behind.
  await holdErasures(tx, workspaceId);
  const [fill] = await tx.select().from(leadContactFills).where(isFill({ workspaceId, list })).for('update');
  if (!fill) return false;
  const rows = await readLeads(
    tx,
    workspaceId,
    list,
    sql`lead_id > ${fill.after} order by lead_id limit ${leadsPerStep}`,
  );
  const country = await readPhoneCountry(tx, workspaceId);
  await storeContacts(
    tx,
    workspaceId,
    list,
    rows.map((row) => toContact(row, country)),
  );
  const last = rows.length < leadsPerStep ? undefined : rows.at(-1);
  if (last) await tx.update(leadContactFills).set({ after: last.id }).where(isFill(fill));
  else await tx.delete(leadContactFills).where(isFill(fill));
  return last !== undefined;
};

/** Fills in the contact keys of all pending lists in batches. A repeated run continues where the last run stopped. */
export const fillContacts = async (
  context: Pick<AppContext, 'db' | 'publisher'>,
  signal: AbortSignal,
): Promise<void> => {
  const { db } = context;
  for (;;) {
    const [fill] = await db
      .select()
      .from(leadContactFills)
      .orderBy(asc(leadContactFills.workspaceId), asc(leadContactFills.list))
      .limit(1);
    if (!fill) return;
    do signal.throwIfAborted();
    while (await db.transaction((tx) => fillSome(tx, fill)));
    publishLeadsChanged(context, fill.workspaceId, fill.list);
  }
};

export const duplicateJobs = (context: AppContext): JobHandler[] => [
  handleJob(fillContactsJob, (_payload, { signal }) => fillContacts(context, signal)),
];

/** Sets the country of numbers without a country code, and schedules an update of all contact keys. */
export const changePhoneCountry = async (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  workspaceId: WorkspaceId,
  country: string | null,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx
      .update(workspaces)
      .set({ phoneCountry: readCountry(country) })
      .where(eq(workspaces.id, workspaceId));
    for (const list of leadLists)
      await tx
        .insert(leadContactFills)
        .values({ workspaceId, list })
        .onConflictDoUpdate({ target: [leadContactFills.workspaceId, leadContactFills.list], set: { after: '' } });
    await jobs.enqueue(fillContactsJob, {}, { transaction: tx });
  });
};
