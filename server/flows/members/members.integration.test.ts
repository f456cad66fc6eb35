import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConnections } from '#shared/contracts/connections.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { workspaceHeader } from '#shared/contracts/endpoint.ts';
import { changeLead, getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { listNewestNotifications } from '#shared/contracts/notifications.ts';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { login, updateProfile } from '#shared/contracts/users.ts';
import { createView, listViews } from '#shared/contracts/views.ts';
import {
  changeMember,
  enterWorkspace,
  leaveWorkspace,
  listMembers,
  listWorkspaces,
  removeMember,
  renameWorkspace,
} from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { eq } from '#server/database/drizzle.ts';
import { adAccounts, exports } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { announce } from '#server/modules/notifications/announce.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';

let api: TestApi;
/** A second process. Calls to the first process also reach its sockets. */
let other: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  other = await startTestApi({ beside: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const rolesOf = async ({ token }: TestPerson) => {
  const { data } = (await api.request(listMembers, { token })).body;
  return Object.fromEntries(data.map(({ id, role }) => [id, role]));
};

const listen = async (person: TestPerson, at: TestApi = api): Promise<TestSocket> => {
  const socket = openSocket(at.url, person);
  expect(await socket.handshake).toBeNull();
  return socket;
};

const eventsOf = ({ received }: TestSocket): string[] => received.map(({ event }) => event);

const addLead = async ({ token }: TestPerson, name: string): Promise<string> => {
  await api.request(saveCustomLeads, { token, body: { leads: [{ Name: name }] } });
  const [lead] = (await api.request(listWorkedLeads, { token, query: { search: name } })).body.data;
  if (!lead) throw new Error('The lead is missing');
  return lead.id;
};

test('a removed member loses access at once in all processes and continues in another workspace', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const own = (await api.request(listWorkspaces, { token: bea.token })).body.data.find(({ isCurrent }) => !isCurrent);
  const id = await addLead(ada, 'Grace');
  await api.request(changeLead, {
    token: bea.token,
    params: { id },
    body: { assigneeId: bea.userId },
    headers: { 'If-Match': '"0"' },
  });
  const view = { screen: 'campaigns', name: 'Mine', query: 'status=paused', isShared: true, isDefault: true };
  await api.request(createView, { token: bea.token, body: view });
  await announce(api.context, bea, 'export_error', { message: 'of the workspace' });
  const orderedExport = { workspaceId: ada.workspaceId, id: newId(), orderedBy: bea.userId, title: 'Leads' };
  await api.context.db.insert(exports).values({ ...orderedExport, state: 'waiting' });
  const [here, there, owner] = [await listen(bea), await listen(bea, other), await listen(ada)];

  expect((await api.request(removeMember, { token: ada.token, params: { id: bea.userId } })).body.message).toBe(
    messages.workspaces.removed(bea.user.name),
  );
  for (const socket of [here, there]) {
    await api.waitUntil(() => eventsOf(socket).includes('workspace_changed'));
    expect(socket.received.find(({ event }) => event === 'workspace_changed')?.payload).toEqual({
      workspaceId: own?.id,
      message: messages.workspaces.wereRemoved('Ada Example’s workspace'),
    });
  }
  // No more events of the former workspace arrive. The owner's socket proves that events were sent.
  const before = [here.received.length, there.received.length];
  await addLead(ada, 'Edith');
  await announce(api.context, bea, 'export_error', { message: 'too late' });
  await api.waitUntil(() => eventsOf(owner).filter((event) => event === 'leads_changed').length > 0);
  await announce(api.context, { ...bea, workspaceId: (own?.id ?? '') as TestPerson['workspaceId'] }, 'export_error', {
    message: 'of the own workspace',
  });
  for (const [index, socket] of [here, there].entries()) {
    // The removal also publishes the cancelled export. Its event may reach another process before or after the removal.
    const later = () => socket.received.slice(before[index]).filter(({ event }) => event !== 'export_progress');
    await api.waitUntil(() => later().length > 0);
    expect(later().map(({ payload }) => payload['message'])).toEqual(['of the own workspace']);
  }

  const { token } = bea;
  expect((await api.request(getWorkedLead, { token, params: { id } })).status).toBe(404);
  expect((await api.request(listCustomLeads, { token })).body.totalItems).toBe(0);
  const stale = { token, headers: { [workspaceHeader]: ada.workspaceId } };
  expect(await api.request(listCustomLeads, stale)).toMatchObject({
    status: 409,
    body: { code: 'WORKSPACE_CHANGED' },
  });
  expect((await api.request(listViews, { token, query: { screen: 'campaigns' } })).body.data).toEqual([]);
  const { data } = (await api.request(listNewestNotifications, { token })).body;
  expect(data.map(({ payload }) => payload['message'])).toEqual(['of the own workspace']);

  const lead = (await api.request(getWorkedLead, { token: ada.token, params: { id } })).body.data;
  expect([lead.assigneeId, lead.entries.map(({ kind, after }) => [kind, after])]).toEqual([
    null,
    [['assignee', bea.user.name]],
  ]);
  const [ended] = await api.context.db.select().from(exports).where(eq(exports.id, orderedExport.id));
  expect(ended?.state).toBe('cancelled');
  expect(await rolesOf(ada)).toEqual({ [ada.userId]: 'owner' });
  for (const socket of [here, there, owner]) socket.close();
});

describe('the last owner', () => {
  test('cannot leave or step down while others remain, and a sole member cannot leave', async () => {
    const ada = await api.registerUser();
    const alone = await api.request(leaveWorkspace, { token: ada.token });
    expect([alone.status, alone.body.message]).toEqual([409, messages.workspaces.lastMember]);
    const bea = await newColleague(api, ada);
    const self = { token: ada.token, params: { id: ada.userId } };
    for (const answer of [
      await api.request(leaveWorkspace, { token: ada.token }),
      await api.request(removeMember, self),
      await api.request(changeMember, { ...self, body: { role: 'member' } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'LAST_OWNER']);

    const promote = { token: ada.token, params: { id: bea.userId }, body: { role: 'owner' as const } };
    expect((await api.request(changeMember, promote)).status).toBe(200);
    expect((await api.request(leaveWorkspace, { token: ada.token })).status).toBe(200);
    expect(await rolesOf(bea)).toEqual({ [bea.userId]: 'owner' });
    // Ada left her only workspace, so she has a new one.
    expect(await rolesOf(ada)).toEqual({ [ada.userId]: 'owner' });
    expect((await api.request(listWorkspaces, { token: ada.token })).body.data).toHaveLength(1);
  });

  test('stays when both owners try to leave at the same moment', async () => {
    const ada = await api.registerUser();
    const bea = await newColleague(api, ada, 'owner');
    await newColleague(api, ada);
    const answers = await Promise.all([ada, bea].map(({ token }) => api.request(leaveWorkspace, { token })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  test('is succeeded by the longest-standing member after deleting their account', async () => {
    const ada = await api.registerUser();
    const bea = await newColleague(api, ada);
    const cleo = await newColleague(api, ada);
    const id = await addLead(ada, 'Hedy');
    const watching = await listen(cleo);
    await api.request(deleteAccount, { token: ada.token, body: { email: ada.user.email } });
    await api.waitUntil(() => eventsOf(watching).includes('owner_replaced'));
    watching.close();
    const notified = async ({ token }: TestPerson) =>
      (await api.request(listNewestNotifications, { token })).body.data.map(({ event, payload }) => [event, payload]);
    expect(await notified(bea)).toEqual([
      ['owner_replaced', expect.objectContaining({ message: messages.workspaces.ownerAppointed })],
    ]);
    expect(await notified(cleo)).toEqual([
      ['owner_replaced', expect.objectContaining({ message: messages.workspaces.ownerReplaced })],
    ]);
    expect(await rolesOf(cleo)).toEqual({ [bea.userId]: 'owner', [cleo.userId]: 'member' });
    expect((await api.request(getWorkedLead, { token: bea.token, params: { id } })).status).toBe(200);
  });
});

test('a demoted owner can no longer do what only owners may do', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada, 'owner');
  const rename = (name: string) => api.request(renameWorkspace, { token: bea.token, body: { name } });
  expect((await rename('Analytical Engines')).status).toBe(200);
  const watching = await listen(bea);
  const demote = { token: ada.token, params: { id: bea.userId }, body: { role: 'member' as const } };
  expect((await api.request(changeMember, demote)).status).toBe(200);
  await api.waitUntil(() => eventsOf(watching).includes('members_changed'));
  expect(await rename('Mine')).toMatchObject({ status: 403, body: { message: messages.workspaces.ownersOnly } });
  const { data } = (await api.request(listWorkspaces, { token: bea.token })).body;
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    ['Ada Example’s workspace', 'owner'],
    ['Analytical Engines', 'member'],
  ]);
  watching.close();
});

describe('a person in several workspaces', () => {
  test('switches in one session with its sockets only, and starts new sessions in the last chosen workspace', async () => {
    const ada = await api.registerUser();
    const bea = await newColleague(api, ada);
    const body = { email: bea.user.email, password: 'a long enough one' };
    const second = (await api.request(login, { body })).body.data.token;
    const own = (await api.request(listWorkspaces, { token: bea.token })).body.data.find(({ isCurrent }) => !isCurrent);
    if (!own) throw new Error('Bea has no own workspace');
    await addLead(ada, 'Mary');
    const [moved, stays] = [await listen(bea), await listen({ ...bea, token: second })];

    const entered = await api.request(enterWorkspace, { token: bea.token, params: { id: own.id } });
    expect([entered.status, entered.body.data.token]).toEqual([200, bea.token]);
    await api.waitUntil(() => eventsOf(moved).includes('workspace_changed'));
    const countLeads = async (token: string) => (await api.request(listCustomLeads, { token })).body.totalItems;
    expect([await countLeads(bea.token), await countLeads(second)]).toEqual([0, 1]);
    await addLead(ada, 'Joan');
    await api.waitUntil(() => eventsOf(stays).includes('leads_changed'));
    await addLead({ ...bea, token: bea.token }, 'Annie');
    await api.waitUntil(() => eventsOf(moved).includes('leads_changed'));
    expect(eventsOf(moved).filter((event) => event === 'leads_changed')).toHaveLength(1);
    expect(eventsOf(stays)).not.toContain('workspace_changed');

    const third = (await api.request(login, { body })).body.data.token;
    expect(await countLeads(third)).toBe(1);
    expect((await api.request(listWorkspaces, { token: third })).body.data.find(({ isCurrent }) => isCurrent)?.id).toBe(
      own.id,
    );
    const stranger = await api.registerUser();
    const foreign = await api.request(enterWorkspace, { token: stranger.token, params: { id: ada.workspaceId } });
    expect(foreign.status).toBe(404);
    for (const socket of [moved, stays]) socket.close();
  });

  test('has separate default ad accounts in each workspace', async () => {
    const ada = await api.registerUser();
    const bea = await newColleague(api, ada);
    const account = { platform: 'google', name: 'Sample', position: 0, listedAt: new Date() } as const;
    await api.context.db.insert(adAccounts).values({ ...account, workspaceId: ada.workspaceId, accountId: '1' });
    const chosen = await api.request(updateProfile, {
      token: bea.token,
      body: { defaultAccounts: { google: ['1', '2'] } },
    });
    expect(chosen.body.data.defaultAccounts.google).toEqual(['1']);
    const own = (await api.request(listWorkspaces, { token: bea.token })).body.data.find(({ isCurrent }) => !isCurrent);
    const entered = await api.request(enterWorkspace, { token: bea.token, params: { id: own?.id ?? '' } });
    expect(entered.body.data.defaultAccounts.google).toEqual([]);
    const back = await api.request(enterWorkspace, { token: bea.token, params: { id: ada.workspaceId } });
    expect(back.body.data.defaultAccounts.google).toEqual(['1']);
    expect((await api.request(listConnections, { token: bea.token })).status).toBe(200);
  });
});
