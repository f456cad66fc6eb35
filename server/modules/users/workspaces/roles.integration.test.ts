import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { accessKinds, apiBase, fillPath, workspaceHeader } from '#shared/contracts/endpoint.ts';
import type { Access, Endpoint } from '#shared/contracts/endpoint.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { inviteMember, removeMember, renameWorkspace } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';
import type { ClientToServerEvents, ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { apiRoutes } from '#server/api/apiRoutes.ts';
import { eq } from '#server/database/drizzle.ts';
import { memberships, notifications } from '#server/database/schema.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { insertPerson, signIn } from './testing/insertPerson.ts';
import type { SignedInPerson } from './testing/insertPerson.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The role that each call requires. A new call fails the first test until it is in this list. */
const decided: Record<Access, string[]> = {
  public: [
    'POST /invitations/read',
    'POST /user/login',
    'POST /user/register',
    'POST /user/reset-password',
    'POST /user/send-otp',
    'POST /user/social-login',
  ],
  person: [
    'GET /erasures',
    'GET /workspaces',
    'POST /invitations/accept',
    'POST /user/delete_account',
    'POST /user/logout',
    'POST /workspaces/:id/enter',
  ],
  user: [
    'DELETE /views/:id',
    'GET /activity',
    'GET /activity/:id',
    'GET /activity/:id/undo',
    'GET /ads/accounts/facebook',
    'GET /ads/accounts/google',
    'GET /ads/accounts/tiktok',
    'GET /ads/facebook/leads',
    'GET /ads/fetch-google-sheet',
    'GET /budgets',
    'GET /campaigns',
    'GET /campaigns/:platform/:level/:id',
    'GET /campaigns/table',
    'GET /connections',
    'GET /exports',
    'GET /exports/:id',
    'GET /finding-campaigns',
    'GET /findings',
    'GET /findings/:id',
    'GET /google-sheet-cron',
    'GET /google-sheet-cron/:id/runs',
    'GET /insights/summary',
    'GET /lead-board',
    'GET /lead-facets',
    'GET /lead-status-use',
    'GET /lead-statuses',
    'GET /leads',
    'GET /leads/:id',
    'GET /leads/:id/same-person',
    'GET /leads/meta',
    'GET /leads/tiktok',
    'GET /members',
    'GET /meta-custom-leads',
    'GET /notifications',
    'GET /notifications/newest',
    'GET /overview',
    'GET /private-sheets',
    'GET /response-goal',
    'GET /response-times',
    'GET /user/connected_accounts',
    'GET /views',
    'GET /workspace/phone-country',
    'PATCH /findings/:id',
    'PATCH /leads/:id',
    'PATCH /views/:id',
    'POST /activity/:id/undo',
    'POST /ads/export-google-sheet',
    'POST /ads/multi-insights/facebook',
    'POST /ads/multi-insights/tiktok',
    'POST /ads/multi/campaigns/google',
    'POST /exports',
    'POST /exports/:id/cancel',
    'POST /exports/:id/resume',
    'POST /google-sheet-cron/:id/run',
    'POST /leads',
    'POST /leads/:id/unmerge',
    'POST /leads/bulk',
    'POST /leads/merge',
    'POST /meta-custom-leads',
    'POST /notifications/:id/read',
    'POST /notifications/read',
    'POST /views',
    'POST /workspace/leave',
    'PUT /budgets',
    'PUT /user/update_profile',
  ],
  owner: [
    'DELETE /connections/:platform',
    'DELETE /google-sheet-cron/:id',
    'DELETE /members/:id',
    'DELETE /private-sheets/:id',
    'DELETE /workspace/invitations/:id',
    'GET /workspace/invitations',
    'PATCH /members/:id',
    'PATCH /workspace',
    'POST /connections/finish',
    'POST /erasures',
    'POST /google-sheet-cron',
    'POST /private-sheets/code',
    'POST /private-sheets/take-over',
    'POST /workspace/invitations',
    'PUT /lead-statuses',
    'PUT /response-goal',
    'PUT /workspace/phone-country',
  ],
};

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

test('every call has a role', () => {
  const endpoints = apiRoutes(api.context).map(({ endpoint }) => endpoint);
  const found = accessKinds.map((access) => [
    access,
    endpoints
      .filter((endpoint) => endpoint.access === access)
      .map(nameOf)
      .toSorted(),
  ]);
  expect(Object.fromEntries(found)).toEqual(decided);
});

type World = { owner: SignedInPerson; leadId: string };

const join = async ({ owner }: World, person: SignedInPerson, role: WorkspaceRole): Promise<SignedInPerson> => {
  const { workspaceId } = owner;
  const membership = { workspaceId, userId: person.userId, role, defaultAccounts: {}, chosenAt: new Date() };
  await api.context.db.insert(memberships).values(membership);
  return signIn(api, person.userId);
};

/** Texts that only members of the workspace may read. */
const marks = ['mark-of-a-lead', 'mark-of-the-name', 'mark-of-the-owner', 'mark-of-an-invitation'];

const newWorld = async (): Promise<World> => {
  const owner = await insertPerson(api, 'mark-of-the-owner');
  const { token } = owner;
  await api.request(renameWorkspace, { token, body: { name: 'mark-of-the-name' } });
  await api.request(saveCustomLeads, { token, body: { leads: [{ Name: 'mark-of-a-lead' }] } });
  await api.request(inviteMember, { token, body: { email: 'mark-of-an-invitation@example.test', role: 'member' } });
  const [lead] = (await api.request(listWorkedLeads, { token })).body.data;
  return { owner, leadId: lead?.id ?? '' };
};

const newMember = async (world: World): Promise<SignedInPerson> => join(world, await insertPerson(api), 'member');

const newRemovedMember = async (world: World): Promise<SignedInPerson> => {
  const member = await newMember(world);
  await api.request(removeMember, { token: world.owner.token, params: { id: member.userId } });
  return member;
};

const refusal = z.object({ code: z.string().optional(), message: z.string().optional() });

const knock = async ({ method, path }: Endpoint, id: string, token: string | null, shownWorkspace: string | null) => {
  const query = new URLSearchParams({ since: '2026-11-01', until: '2026-11-07', screen: 'campaigns' });
  const response = await fetch(
    `${api.url}${apiBase}${fillPath(path, { id, platform: 'google', level: 'ad' })}?${query.toString()}`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(shownWorkspace === null ? {} : { [workspaceHeader]: shownWorkspace }),
      },
      body: method === 'GET' ? null : '{}',
    },
  );
  const text = await response.text();
  const { code, message } = refusal.parse(JSON.parse(text));
  return {
    code,
    isForOwners: message === messages.workspaces.ownersOnly,
    leaked: marks.filter((mark) => text.includes(mark)),
  };
};

test('every call accepts only its role: owner, member, removed member, stranger or anonymous', async () => {
  const world = await newWorld();
  const { workspaceId } = world.owner;
  let insider = await newMember(world);
  const [formerInsider, outsider] = [await newRemovedMember(world), await insertPerson(api)];
  for (const { endpoint } of apiRoutes(api.context)) {
    const { access } = endpoint;
    const name = nameOf(endpoint);
    const isOfWorkspace = access === 'user' || access === 'owner';
    // New sessions, because some calls end theirs.
    const owner = await signIn(api, world.owner.userId);
    const member = await signIn(api, insider.userId);
    const removed = await signIn(api, formerInsider.userId);
    const stranger = await signIn(api, outsider.userId);
    // Personal and public calls belong to no workspace and return none of its data.
    const id = isOfWorkspace && !name.includes('members') ? world.leadId : 'made-up';

    const asOwner = await knock(endpoint, id, owner.token, workspaceId);
    expect([name, 'owner', asOwner.code === 'SESSION_EXPIRED', asOwner.isForOwners]).toEqual([
      name,
      'owner',
      false,
      false,
    ]);
    const asMember = await knock(endpoint, id, member.token, workspaceId);
    expect([name, 'member', asMember.code === 'SESSION_EXPIRED', asMember.isForOwners]).toEqual([
      name,
      'member',
      false,
      access === 'owner',
    ]);
    if (name === 'POST /workspace/leave') insider = await newMember(world);
    for (const [role, person] of Object.entries({ removed, stranger })) {
      const shown = await knock(endpoint, id, person.token, workspaceId);
      expect([name, role, shown.code === 'WORKSPACE_CHANGED', shown.leaked]).toEqual([name, role, isOfWorkspace, []]);
      const { token } = await signIn(api, person.userId);
      const unsaid = await knock(endpoint, id, token, null);
      expect([name, role, unsaid.isForOwners, unsaid.leaked]).toEqual([name, role, false, []]);
    }
    const asNobody = await knock(endpoint, id, null, workspaceId);
    expect([name, 'nobody', asNobody.code === 'SESSION_EXPIRED', asNobody.leaked]).toEqual([
      name,
      'nobody',
      access !== 'public',
      [],
    ]);
  }
  const { token } = await signIn(api, world.owner.userId);
  expect((await api.request(listWorkedLeads, { token })).body.totalItems).toBe(1);
}, 120_000);

describe('every socket event', () => {
  const connected = { userId: 'x', connected: true } as const;
  const complete = { message: 'x', url: null, error: null };
  const sheet = { syncId: 'x', url: 'x', message: 'x' };
  /** The type requires an entry for every event. */
  const samples: { [E in ServerEventName]: ServerEventPayload<E> } = {
    google_connected: { ...connected, platform: 'google' },
    facebook_connected: { ...connected, platform: 'facebook' },
    tiktok_connected: { ...connected, platform: 'tiktok' },
    google_export_complete: complete,
    fb_export_complete: complete,
    tiktok_export_complete: complete,
    list_export_complete: complete,
    export_error: { message: 'x' },
    export_progress: { exportId: 'x', ref: null, state: 'running', rowsWritten: 0, rowsTotal: null },
    import_progress: { ref: 'x', rowsReceived: 0, rowsStored: 0 },
    connection_expiring: { platform: 'google', message: 'x' },
    connection_lost: { platform: 'google', message: 'x' },
    insights_changed: { platform: 'google' },
    sheet_sync_failed: sheet,
    sheet_sync_recovered: sheet,
    sheet_sync_remarks: sheet,
    sheet_taken_over: { url: 'x', message: 'x' },
    owner_replaced: { message: 'x' },
    leads_changed: { list: 'custom' },
    findings_changed: { unmarked: 1 },
    finding_opened: { findingId: 'x', message: 'x' },
    workspace_changed: { workspaceId: 'x', message: null },
    members_changed: {},
  };

  test('of a workspace or member reaches only people who work there', async () => {
    const world = await newWorld();
    const { workspaceId } = world.owner;
    const [member, removed, stranger] = [await newMember(world), await newMember(world), await insertPerson(api)];
    const nobody = openSocket(api.url, { userId: world.owner.userId });
    expect(await nobody.handshake).toMatchObject({ data: { code: 'SESSION_EXPIRED' } });
    const people = [world.owner, member, removed, stranger];
    const sockets = people.map((person) => openSocket(api.url, person));
    for (const { handshake } of sockets) expect(await handshake).toBeNull();
    const [ofOwner, ofMember, ofRemoved, ofStranger] = sockets;
    if (!ofOwner || !ofMember || !ofRemoved || !ofStranger) throw new Error('Four sockets were opened');
    await api.request(removeMember, { token: world.owner.token, params: { id: removed.userId } });
    await api.waitUntil(() => ofRemoved.received.some(({ event }) => event === 'workspace_changed'));
    await api.waitUntil(() => ofMember.received.some(({ event }) => event === 'members_changed'));
    for (const socket of sockets) socket.received.length = 0;

    const { publisher } = api.context;
    const all = Object.entries(samples) as [ServerEventName, ServerEventPayload<ServerEventName>][];
    for (const [event, payload] of all) {
      publisher.toWorkspace(workspaceId, event, payload);
      for (const { userId } of people) publisher.toMember({ userId, workspaceId }, event, payload);
    }
    const names = Object.keys(samples).toSorted();
    for (const { received } of [ofOwner, ofMember]) {
      // At least twice: the removal's own hints may follow.
      const heard = (): string[] => names.filter((name) => received.filter(({ event }) => event === name).length >= 2);
      await api.waitUntil(() => heard().length === names.length);
    }
    // Events arrive in order, so this event would arrive after any other.
    for (const [person, socket] of [
      [removed, ofRemoved],
      [stranger, ofStranger],
    ] as const) {
      const { workspaceId: own } = await signIn(api, person.userId);
      publisher.toMember({ userId: person.userId, workspaceId: own }, 'export_error', { message: 'last' });
      await api.waitUntil(() => socket.received.length > 0);
      expect(socket.received).toEqual([{ event: 'export_error', payload: { message: 'last' } }]);
    }
    for (const socket of sockets) socket.close();
  });

  test('from a client applies to its session’s workspace, even if that has changed since the handshake', async () => {
    const world = await newWorld();
    const dateRange = { since: '2026-11-01', until: '2026-11-02' };
    /** The type requires an entry for every event. `join_user` has no effect. */
    const ordersExport: Record<keyof ClientToServerEvents, boolean> = {
      google_export_Sheet: true,
      fb_export_Sheet: true,
      tiktok_export_Sheet: true,
      join_user: false,
    };
    const ordering = platformIds.map((platform) => platformFacts[platform].startExport);
    expect(Object.keys(ordersExport).filter((event) => Reflect.get(ordersExport, event))).toEqual(
      expect.arrayContaining([...ordering]),
    );
    const member = await newMember(world);
    const removed = await newMember(world);
    const sockets = [member, removed].map((person) => ({ person, socket: openSocket(api.url, person) }));
    for (const { socket } of sockets) expect(await socket.handshake).toBeNull();
    await api.request(removeMember, { token: world.owner.token, params: { id: removed.userId } });
    for (const { person, socket } of sockets) {
      const untyped: { emit(event: string, payload: unknown): unknown } = socket.socket;
      untyped.emit('join_user', world.owner.userId);
      for (const platform of platformIds)
        untyped.emit(platformFacts[platform].startExport, {
          userId: person.userId,
          platform,
          timestamp: `${Date.now()}`,
          dateRange,
          ad_account_ids: ['1'],
        });
      // Without a Google grant, each event is refused with a notification in the session's workspace.
      await api.waitUntil(
        async () =>
          (await api.context.db.$count(notifications, eq(notifications.userId, person.userId))) === ordering.length,
      );
    }
    const workspacesOf = async ({ userId }: SignedInPerson) => [
      ...new Set(
        (await api.context.db.select().from(notifications).where(eq(notifications.userId, userId))).map(
          ({ workspaceId }) => workspaceId,
        ),
      ),
    ];
    expect(await workspacesOf(member)).toEqual([world.owner.workspaceId]);
    expect(await workspacesOf(removed)).toEqual([(await signIn(api, removed.userId)).workspaceId]);
    for (const { socket } of sockets) socket.close();
  });
});
