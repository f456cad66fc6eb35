import { eq, sql } from '#server/database/drizzle.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { changeLead, listWorkedLeads, saveLeadStatuses } from '#shared/contracts/leadWork.ts';
import { createView } from '#shared/contracts/views.ts';
import { createSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { sendOtp } from '#shared/contracts/users.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { platformIds } from '#shared/platforms.ts';
import {
  customLeadBatches,
  customLeadImports,
  adChanges,
  budgets,
  campaignDays,
  findingRuns,
  erasedLeads,
  exportChunks,
  exports,
  idempotencyKeys,
  identities,
  insightDays,
  insightQueries,
  insightReports,
  insightSummaries,
  leadContactFills,
  leadEvents,
  leadMerges,
  leads,
  resetLinks,
  sheetOwners,
  workspaceInvitations,
} from '#server/database/schema.ts';
import { insertFinding } from '#server/modules/findings/testing/insertFinding.ts';
import { awaitReads } from '#server/modules/ads/testing/insightTests.ts';
import { awaitFirstRead } from '#server/modules/leads/testing/leadTests.ts';
import { connectPlatform, openStart } from '#testing/api/connectPlatform.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { ownedTables } from '../ownedTables.ts';

export type FullAccount = TestPerson & { email: string };

const moment = new Date('2026-11-01T12:00:00Z');

const insertRest = async ({ context: { db } }: TestApi, { userId, workspaceId }: FullAccount): Promise<void> => {
  const platform = 'facebook';
  await db.insert(identities).values({ issuer: 'https://issuer.test', subject: userId, userId });
  await db.insert(sheetOwners).values({ documentId: `claimed-${workspaceId}`, workspaceId, claimedAt: moment });
  await db
    .insert(insightQueries)
    .values({ workspaceId, platform, since: '2026-11-01', until: '2026-11-02', accountIds: ['act_1'], usedAt: moment });
  await db.insert(insightReports).values({
    workspaceId,
    platform: 'tiktok',
    accountId: '1',
    since: '2026-11-01',
    until: '2026-11-02',
    readAt: moment,
    rows: [],
  });
  await db
    .insert(leadEvents)
    .values({ workspaceId, platform, leadId: 'named', pageId: 'page', receivedAt: moment, doneAt: moment })
    .onConflictDoNothing();
  await db
    .insert(customLeadImports)
    .values({ workspaceId, id: 'import', state: 'receiving', createdAt: moment, dueAt: new Date('2036-11-01') });
  await db.insert(customLeadBatches).values({ workspaceId, importId: 'import', number: 0, rows: '[]' });
  await db.insert(exports).values({
    workspaceId,
    id: 'export',
    platform,
    state: 'failed',
    title: 'Export',
    finishedAt: new Date('2036-11-01'),
  });
  await db.insert(exportChunks).values({ workspaceId, exportId: 'export', number: 0, firstRow: 0, rows: [['Ada']] });
  await db.insert(idempotencyKeys).values({
    userId,
    key: 'key',
    fingerprint: 'fingerprint',
    createdAt: new Date('2036-11-01'),
  });
  await db.insert(resetLinks).values({ userId, codeHash: 'hash', passwordDigest: 'hash', expiresAt: moment });
  await db.insert(adChanges).values({
    workspaceId,
    platform,
    level: 'ad',
    objectId: 'ad',
    seenAt: moment,
    what: 'status',
    day: '2036-11-01',
  });
  const account = { workspaceId, platform, accountId: 'act_1' } as const;
  await db.insert(budgets).values({ ...account, month: '2036-11', amount: '100', savedAt: moment });
  const sums = { campaignId: 'campaign', campaignName: 'Campaign', spend: '1', impressions: 1, clicks: 1, leads: '1' };
  await db.insert(campaignDays).values({ ...account, ...sums, day: '2036-11-01' });
  await db.insert(insightDays).values({ ...account, day: '2036-11-01', readAt: moment, isSettled: true, rows: [] });
  await db
    .insert(findingRuns)
    .values({ ...account, nextRunAt: new Date('9999-01-01') })
    .onConflictDoNothing();
  await db
    .insert(insightSummaries)
    .values({ workspaceId, week: '2026-10-26', text: 'Summary', writtenBy: 'rules', writtenAt: moment });
  await insertFinding(db, account, 'finding', { markedBy: userId });
  await db.insert(workspaceInvitations).values({
    workspaceId,
    id: 'invitation',
    secretHash: `hash-${workspaceId}`,
    email: 'invited@example.test',
    role: 'member',
    invitedBy: userId,
    createdAt: moment,
    expiresAt: new Date('2036-11-01'),
  });
  await db.insert(erasedLeads).values({ workspaceId, hash: 'hash', erasedAt: moment });
  await db.insert(leadContactFills).values({ workspaceId, list: 'custom' }).onConflictDoNothing();
  const [lead] = await db
    .select({ list: leads.list, leadId: leads.leadId })
    .from(leads)
    .where(eq(leads.workspaceId, workspaceId))
    .limit(1);
  if (!lead) throw new Error('the account has no lead');
  await db.insert(leadMerges).values({
    ...lead,
    workspaceId,
    intoId: 'custom:kept',
    position: 1,
    mergedAt: moment,
    madeWork: true,
    changes: {},
    mergedVersion: 1,
  });
  const given = JSON.stringify({ name: 'reconcile-leads', payload: { workspaceId, platform } });
  await db.execute(sql`insert into jobs.job (name, data) values ('dead-letter', ${given}::jsonb)`);
};

/** A person with at least one row in every owned table. */
export const newFullAccount = async (api: TestApi): Promise<FullAccount> => {
  const person = await api.registerUser();
  const { user, userId, token } = person;
  const account = { ...person, email: user.email };
  for (const platform of platformIds) {
    await connectPlatform(api, account, platform);
    await awaitReads(api, account, platform);
    if (platform !== 'google') await awaitFirstRead(api, account, platform);
  }
  await api.request(saveCustomLeads, { token, body: { leads: [{ id: '1', Name: 'Ada' }] } });
  const [lead] = (await api.request(listWorkedLeads, { token, query: { list: 'custom' } })).body.data;
  const work = {
    statusId: 'won',
    assigneeId: userId,
    tags: ['hot'],
    value: { amount: 9, currency: 'EUR' },
    note: 'Ada',
  };
  await api.request(changeLead, { token, params: { id: lead?.id ?? '' }, body: work, headers: { 'If-Match': '"0"' } });
  const texts = [{ text: 'signed', statusId: 'won' }];
  await api.request(saveLeadStatuses, { token, body: { statuses: [...defaultLeadStatuses], texts } });
  const tagged = { filter: {}, action: { kind: 'tags', add: ['vip'], remove: [] } } as const;
  await api.request(changeLeads, { token, body: tagged });
  const saved = { screen: 'campaigns', name: 'Paused', query: 'status=paused', isShared: true, isDefault: true };
  await api.request(createView, { token, body: saved });
  const url = await putSheet(api.sandbox, `sheet-${user._id}`, { rows: [['Name'], ['Grace']], shared: 'public' });
  await api.request(createSheetSync, { token, body: { url, type: 'meta' } });
  await api.request(sendOtp, { body: { email: user.email } });
  await openStart(api, { platform: 'google', userId, startHeaders: { authorization: `Bearer ${token}` } });
  await insertRest(api, account);
  await api.waitUntil(
    async () => {
      const counts = await countOwned(api, account);
      return ownedTables.every(({ name }) => counts[name] !== 0);
    },
    { what: 'a row in every table' },
  );
  return account;
};

/** Rows of a person and their workspace in every owned table, by table. */
export const countOwned = async (
  { context: { db } }: TestApi,
  { userId, workspaceId }: Member,
): Promise<Record<string, number>> => {
  const { rows: tables } = await db.execute<{ name: string; owner: string }>(
    sql`select table_name as name, max(column_name) as owner from information_schema.columns
        where table_schema = 'public' and column_name in ('user_id', 'workspace_id') and is_nullable = 'NO'
        group by 1 order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name, owner } of tables) {
    const { rows } = await db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${sql.identifier(name)}
          where ${sql.identifier(owner)} = ${owner === 'user_id' ? userId : workspaceId}`,
    );
    counts[name] = rows[0]?.total ?? 0;
  }
  return counts;
};

/** All rows of all tables, and of the queue, as one text. */
export const readWholeDatabase = async ({ context: { db } }: TestApi): Promise<string> => {
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await db.execute<{ text: string }>(sql`select each::text as text from ${table} each`);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
};
