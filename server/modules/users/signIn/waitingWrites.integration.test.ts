import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, exportList } from '#shared/contracts/exports.ts';
import { takeOverSheet } from '#shared/contracts/sheets.ts';
import { changeMember, removeMember } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import type { Transaction } from '#server/database/Database.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { activities, exports, memberships } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { actOneAtATime } from '#server/modules/leads/actions/activities.store.ts';
import { actAs, readLeadState } from '#server/modules/leads/actions/testing/activityTests.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults, putSheet, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/* Writes that wait for a turn, a lock or a platform while their user loses access. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** An owner with three imported leads and a Google grant, and a colleague. */
const startTeam = async (role: WorkspaceRole) => {
  const owner = await api.registerUser();
  await connectPlatform(api, owner, 'google');
  const colleague = await newColleague(api, owner, role);
  const asOwner = actAs(api, owner);
  await asOwner.save([1, 2, 3].map((number) => ({ id: `${number}`, Name: `Row ${number}` })));
  const ids = (await asOwner.list()).map(({ id }) => id);
  return { owner, colleague, asOwner, asColleague: actAs(api, colleague), ids };
};
type Team = Awaited<ReturnType<typeof startTeam>>;
type Answer = { status: number; body: { message?: string } };
/** @returns the call of the colleague */
type Write = (team: Team) => Promise<() => Promise<Answer>>;

const everyLead = { filter: { list: 'custom' } } as const;
const contacted = { kind: 'status', statusId: 'contacted' } as const;

const activityOf = async (answer: Promise<{ body: { data: { activityId: string | null } } }>): Promise<string> =>
  (await answer).body.data.activityId ?? '';

const change: Write =
  async ({ asColleague }) =>
  () =>
    asColleague.bulk(everyLead, contacted);
const remove: Write =
  async ({ asColleague }) =>
  () =>
    asColleague.bulk(everyLead, { kind: 'delete' });
const undoDeletion: Write = async ({ asOwner, asColleague }) => {
  const id = await activityOf(asOwner.bulk(everyLead, { kind: 'delete' }));
  return () => asColleague.undo(id);
};

const ofMembers: Record<string, Write> = {
  'a bulk action': change,
  'an undo': async ({ asOwner, asColleague }) => {
    const id = await activityOf(asOwner.bulk(everyLead, contacted));
    return () => asColleague.undo(id);
  },
  'a merge':
    async ({ asColleague, ids: [into = '', from = ''] }) =>
    () =>
      asColleague.merge(into, from),
  'the separation of a merged lead': async ({ asOwner, asColleague, ids: [into = '', from = ''] }) => {
    await asOwner.merge(into, from);
    return () => asColleague.separate(from);
  },
  'an export of a list':
    async ({ colleague: { token } }) =>
    () =>
      api.request(exportList, { token, body: { list: 'custom' } }),
  'an export of posted rows':
    async ({ colleague: { token } }) =>
    () =>
      api.request(exportGoogleSheet, { token, body: { data: [{ campaign: 'Spring' }] } }),
};
const ofOwners: Record<string, Write> = { 'a deletion of leads': remove, 'an undo of a deletion': undoDeletion };

const stateOf = async ({ owner: { workspaceId } }: Team) => ({
  leads: await readLeadState(api, workspaceId),
  activities: await api.context.db.$count(activities, eq(activities.workspaceId, workspaceId)),
  exports: await api.context.db.$count(exports, eq(exports.workspaceId, workspaceId)),
});

/** Counts the connections that wait for the transaction, also behind others. Jobs may wait for other locks. */
const countWaiting = async (tx: Transaction): Promise<number> => {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    with recursive waiting (pid) as (
      select pg_backend_pid()
      union select other.pid from pg_stat_activity as other
        join waiting on waiting.pid = any(pg_blocking_pids(other.pid)) where other.wait_event_type = 'Lock'
    )
    select count(*)::int - 1 as waiting from waiting`);
  return rows[0]?.waiting ?? 0;
};

const countCalls = async (): Promise<number> =>
  Object.values(await readCallCounts(api.sandbox)).reduce((sum, calls) => sum + calls, 0);

const isColleague = ({ colleague: { userId, workspaceId } }: Team) =>
  and(eq(memberships.userId, userId), eq(memberships.workspaceId, workspaceId));

/** Ends the access after the call is admitted but before its transaction starts. */
const endBefore = async (
  team: Team,
  call: () => Promise<Answer>,
  end: (tx: Transaction) => Promise<unknown>,
): Promise<Answer> => {
  const { answer } = await api.context.db.transaction(async (tx) => {
    await tx.select().from(memberships).where(isColleague(team)).for('update');
    let isAnswered = false;
    const called = call().finally(() => (isAnswered = true));
    await api.waitUntil(async () => isAnswered || (await countWaiting(tx)) > 0);
    await end(tx);
    return { answer: called };
  });
  return answer;
};

test.each(Object.entries(ofMembers))('%s stores nothing after a removal of its member', async (_name, prepare) => {
  const team = await startTeam('member');
  const call = await prepare(team);
  const before = await stateOf(team);
  const { status, body } = await endBefore(team, call, (tx) => tx.delete(memberships).where(isColleague(team)));
  expect([status, body.message]).toEqual([403, messages.workspaces.noLongerMember]);
  expect(await stateOf(team)).toEqual(before);
});

test.each(Object.entries(ofOwners))('%s changes nothing after its owner became a member', async (_name, prepare) => {
  const team = await startTeam('owner');
  const call = await prepare(team);
  const before = await stateOf(team);
  const demote = (tx: Transaction) => tx.update(memberships).set({ role: 'member' }).where(isColleague(team));
  const { status, body } = await endBefore(team, call, demote);
  expect([status, body.message]).toEqual([403, messages.workspaces.ownersOnly]);
  expect(await stateOf(team)).toEqual(before);
});

test('a sheet takeover fails if the caller is demoted during the search', async () => {
  const { owner, colleague } = await startTeam('owner');
  const url = await putSheet(api.sandbox, newId(), { rows: [['Name'], ['Ada']], shared: 'service-account' });
  const holder = await api.registerUser();
  expect((await api.request(fetchGoogleSheet, { token: holder.token, query: { url } })).status).toBe(200);
  await orderFaults(api.sandbox, { provider: 'google', kind: 'slow', delayMs: 60_000, count: 1_000 });
  onTestFinished(() => clearFaults(api.sandbox));
  const before = await countCalls();
  const taking = api.request(takeOverSheet, { token: colleague.token, body: { url } });
  await api.waitUntil(async () => (await countCalls()) > before);
  const params = { id: colleague.userId };
  await api.request(changeMember, { token: owner.token, params, body: { role: 'member' } });
  const { status, body } = await taking;
  expect([status, body.message]).toEqual([403, messages.workspaces.ownersOnly]);
});

describe.each(Object.entries({ 'a bulk action': change, 'a deletion of leads': remove }))('%s', (_name, prepare) => {
  test.each(['a removal', 'a demotion'])('completes before %s of its user', async (kind) => {
    const team = await startTeam('owner');
    const { token, workspaceId } = team.owner;
    const params = { id: team.colleague.userId };
    const call = await prepare(team);
    let isEnded = false;
    const { both } = await api.context.db.transaction(async (tx) => {
      await actOneAtATime(tx, workspaceId);
      const changing = call();
      await api.waitUntil(async () => (await countWaiting(tx)) > 0);
      const end =
        kind === 'a removal'
          ? api.request(removeMember, { token, params })
          : api.request(changeMember, { token, params, body: { role: 'member' } });
      const ending = end.finally(() => (isEnded = true));
      await api.waitUntil(async () => isEnded || (await countWaiting(tx)) === 2);
      expect(isEnded).toBe(false);
      return { both: Promise.all([changing, ending]) };
    });
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  });
});
