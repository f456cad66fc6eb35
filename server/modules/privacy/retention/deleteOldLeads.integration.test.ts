import { and, eq, inArray, sql } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { messages } from '#shared/messages.ts';
import { reconcileLeadsHandler } from '#server/modules/leads/collect/reconcile/reconcileLeads.handler.ts';
import { listAllLeads, newReader, runJob, startLeadApi } from '#server/modules/leads/testing/leadTests.ts';
import { newSyncPerson } from '#server/modules/sheets/syncs/testing/sheetSyncTests.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { deleteOldLeads } from './deleteOldLeads.ts';
import { deleteOldLeadsJob } from '#server/modules/privacy/privacy.jobs.ts';

const keptDays = 30;
let api: TestApi;
beforeAll(async () => {
  api = await startLeadApi({ LEAD_RETENTION_DAYS: String(keptDays) });
});
afterAll(() => api.close());

test('old leads of all lists are deleted in steps, update open screens and never return', async () => {
  const person = await newReader(api, 'facebook');
  const { userId, workspaceId, token } = person;
  const { db, jobs } = api.context;
  const cutOff = Date.now() - keptDays * 86_400_000;
  // From the table: a list that is opened may start a read, which would restore the time of an aged lead.
  const read = await db.select().from(leads).where(eq(leads.workspaceId, workspaceId));
  expect(read.length).toBeGreaterThan(5);
  for (const { createdAt } of read) expect(createdAt.getTime()).toBeGreaterThan(cutOff);

  await api.request(saveCustomLeads, { token, body: { leads: [{ Name: 'young' }] } });
  await db.execute(sql`
    insert into leads (workspace_id, list, lead_id, source, name, email, phone, record, created_at, updated_at, imported_at)
    select ${workspaceId}, 'custom', 'old' || number, 'import', 'old', '', '', '{"Name": "old"}', now() - interval '31 days', now(),
      now() - interval '31 days' from generate_series(1, 1500) number`);
  await db.execute(
    sql`update lead_counts set total = total + 1500 where workspace_id = ${workspaceId} and list = 'custom'`,
  );
  const aged = read.slice(0, 3).map(({ leadId }) => leadId);
  await db.execute(
    sql`update leads set created_at = now() - interval '31 days' where workspace_id = ${workspaceId} and lead_id in ${aged}`,
  );

  const socket = openSocket(api.url, { userId, token });
  expect(await socket.handshake).toBeNull();
  await jobs.enqueue(deleteOldLeadsJob, {});
  await api.waitUntil(() => {
    const lists = socket.received
      .filter(({ event }) => event === 'leads_changed')
      .map(({ payload }) => payload['list']);
    return lists.includes('facebook') && lists.includes('custom');
  });
  socket.close();
  // The change of the list could be of a read.
  await api.waitUntil(
    async () => (await db.$count(leads, and(eq(leads.workspaceId, workspaceId), inArray(leads.leadId, aged)))) === 0,
  );
  const { body } = await api.request(listCustomLeads, { token, query: { limit: '100' } });
  expect([body.data.data.map(({ Name }) => Name), body.data.totalItems]).toEqual([['young'], 1]);
  const left = (await listAllLeads(api, person, 'facebook')).map(({ leadId }) => leadId);
  expect(left.toSorted()).toEqual(
    read
      .map(({ leadId }) => leadId)
      .filter((id) => !aged.includes(id))
      .toSorted(),
  );

  // Leads that are past the retention period stay deleted, however often the forms are read in full.
  await db.execute(
    sql`update lead_forms set fully_read_at = null, newest_lead_at = null where workspace_id = ${workspaceId}`,
  );
  await runJob(reconcileLeadsHandler(api.context), { workspaceId, platform: 'facebook' });
  const { rows } = await db.execute<{ oldest: string; kept: number; real: number }>(sql`
    select min(created_at)::text as oldest, count(*)::int as real,
      (select total::int from lead_counts where workspace_id = ${workspaceId} and list = 'facebook') as kept
    from leads where workspace_id = ${workspaceId} and list = 'facebook'`);
  expect(new Date(rows[0]?.oldest ?? 0).getTime()).toBeGreaterThan(cutOff - 60_000);
  expect(rows[0]?.kept).toBe(rows[0]?.real);
});

const header = ['id', 'Name', 'EmailAddress', 'created_time'];
const sheetOf = async (name: string) => {
  const put = (rows: string[][]) => putSheet(api.sandbox, name, { rows: [header, ...rows], shared: 'public' });
  return { put, url: await put([]) };
};

test.each(['meta', 'tiktok'] as const)(
  'an old row of a %s sheet is rejected with a reason, but another sheet may reuse its id',
  async (type) => {
    const person = await newSyncPerson(api);
    const sheet = await sheetOf(`retention-of-the-tests-${type}`);
    const [ada, ben] = [
      ['1', 'Ada', 'ada@example.test', ''],
      ['2', 'Ben', 'ben@example.test', ''],
    ] as const;
    await sheet.put([[...ada], [...ben]]);
    const { id, run } = await person.createAndRun(sheet.url, type);
    expect(run.rowsAdded).toBe(2);
    const { db } = api.context;
    await db.execute(sql`
      update leads set created_at = now() - interval '31 days', imported_at = imported_at - interval '31 days'
      where workspace_id = ${person.workspaceId}`);
    await deleteOldLeads(api.context, new AbortController().signal);
    const names = async () =>
      type === 'meta'
        ? (await person.customLeads()).map(({ Name }) => Name)
        : (await person.tiktokLeads()).map(({ field_data: fields }) => fields['full name']);
    expect(await names()).toEqual([]);

    const rejected = [{ row: 3, reason: messages.sheetSyncs.leftOut.tooOld }];
    const longAgo = ['4', 'Dan', '', new Date(Date.now() - 40 * 86_400_000).toISOString()];
    await sheet.put([['1', 'Cleo', 'cleo@example.test', ''], [...ben], ...(type === 'tiktok' ? [longAgo] : [])]);
    if (type === 'tiktok') rejected.push({ row: 4, reason: messages.sheetSyncs.leftOut.tooOld });
    const next = await person.comeDue(id);
    expect([next.rowsAdded, next.rowsRejected, next.rejectedRows]).toEqual([1, rejected.length, rejected]);
    expect(await names()).toEqual(['Cleo']);
    // Another run of the same sheet has the same result.
    expect((await person.comeDue(id)).rejectedRows).toEqual(rejected);

    if (type !== 'meta') return;
    await api.request(saveCustomLeads, {
      token: person.token,
      body: { leads: [{ id: '2', Name: 'Ben', EmailAddress: 'ben@example.test' }] },
    });
    expect(await person.comeDue(id)).toMatchObject({ rowsRejected: 0 });
    expect((await names()).toSorted()).toEqual(['Ben', 'Cleo']);
  },
);
