import { and, eq, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { disconnect, listConnections } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { leadForms, leadPages, leadReads, leads } from '#server/database/schema.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, postControl, readCallCounts, submitLead } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { collectFromForms } from '#server/modules/leads/collect/webhooks/collectFromForms.ts';
import { collectOneByOne } from '#server/modules/leads/collect/webhooks/collectOneByOne.ts';
import { storeUnderLease, withLease } from './leadLease.ts';
import { leadSourceOf } from './leadReading.ts';
import { findLeadRead } from './leadReads.store.ts';
import type { LeadReadRow } from './leadReads.store.ts';
import { leadReadTick, reconcileLeadsHandler } from './reconcileLeads.handler.ts';
import {
  awaitFirstRead,
  listAllLeads,
  newPerson,
  newReader,
  runJob,
  startLeadApi,
} from '#server/modules/leads/testing/leadTests.ts';
import type { Person } from '#server/modules/leads/testing/leadTests.ts';

const platforms = ['facebook', 'tiktok'] as const;

let api: TestApi;
beforeAll(async () => {
  api = await startLeadApi();
});
afterEach(async () => {
  await clearFaults(api.sandbox);
  // Disconnect everyone, because all people in this file have the same identity and would receive the same deliveries.
  for (const { person, platform } of connected.splice(0))
    await api.request(disconnect, { token: person.token, params: { platform } });
});
afterAll(() => api.close());

const connected: { person: Person; platform: LeadPlatformId }[] = [];
const reader = async (platform: LeadPlatformId): Promise<Person> => {
  const person = await newReader(api, platform);
  connected.push({ person, platform });
  return person;
};

const readOf = async ({ workspaceId }: Person, platform: LeadPlatformId): Promise<LeadReadRow> => {
  const row = await findLeadRead(api.context.db, { workspaceId, platform });
  if (!row) throw new Error('not connected');
  return row;
};
const setRead = (person: Person, platform: LeadPlatformId, change: Partial<LeadReadRow>) =>
  api.context.db
    .update(leadReads)
    .set(change)
    .where(and(eq(leadReads.workspaceId, person.workspaceId), eq(leadReads.platform, platform)));
/** Makes the next timed read due, and waits for its end. */
const readByTimer = async (person: Person, platform: LeadPlatformId): Promise<LeadReadRow> => {
  const before = await readOf(person, platform);
  await setRead(person, platform, { nextReadAt: api.context.clock.now() });
  return api.waitUntil(
    async () => {
      const row = await readOf(person, platform);
      return row.finishedAt?.getTime() !== before.finishedAt?.getTime() && !row.leasedUntil && row;
    },
    { what: 'a read by the timer' },
  );
};
const pagesOf = ({ workspaceId }: Person) =>
  api.context.db.select().from(leadPages).where(eq(leadPages.workspaceId, workspaceId)).orderBy(leadPages.pageId);
const formsOf = ({ workspaceId }: Person) =>
  api.context.db.select().from(leadForms).where(eq(leadForms.workspaceId, workspaceId)).orderBy(leadForms.formId);
const idsOf = async (person: Person, platform: LeadPlatformId) =>
  (await listAllLeads(api, person, platform)).map(({ leadId }) => leadId);
const callsOf = async (pattern: RegExp): Promise<number> =>
  Object.entries(await readCallCounts(api.sandbox))
    .filter(([name]) => pattern.test(name))
    .reduce((sum, [, count]) => sum + count, 0);
const ahead = ({ nextReadAt }: LeadReadRow): number => (nextReadAt.getTime() - Date.now()) / 1000;

describe.each(platforms)('reads of %s', (platform) => {
  test('find leads that a webhook missed, by the timer, and notify open screens', async () => {
    const person = await reader(platform);
    const first = await readOf(person, platform);
    expect(first).toMatchObject({ problem: null, problemCode: null, leaseId: null });
    // An interval of 300 s with jitter.
    expect(ahead(first)).toBeGreaterThan(250);
    expect(ahead(first)).toBeLessThan(331);
    const socket = openSocket(api.url, person);
    expect(await socket.handshake).toBeNull();
    const { leadId } = await submitLead(api.sandbox, { platform, webhook: false });
    await readByTimer(person, platform);
    expect((await idsOf(person, platform))[0]).toBe(leadId);
    const hint = await api.waitUntil(() => socket.received.find(({ event }) => event === 'leads_changed'));
    expect(hint.payload).toEqual({ list: platform });
    socket.close();
  });

  test('find new forms, and keep forms and leads that the platform no longer lists', async () => {
    const person = await reader(platform);
    const [known] = await formsOf(person);
    if (!known) throw new Error('no form');
    await api.context.db
      .insert(leadForms)
      .values({ ...known, formId: 'gone', name: 'A former form', listedAt: known.listedAt });
    const words = { facebook: { name: 'New form' }, tiktok: { title: 'New form' } }[platform];
    const made = await postControl(api.sandbox, `/${platform}/forms`, words);
    const { formId } = z.object({ formId: z.string() }).parse(made);
    const { leadId } = await submitLead(api.sandbox, { platform, formId, webhook: false });
    await readByTimer(person, platform);
    const names = (await formsOf(person)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['New form', 'A former form']));
    expect(await listAllLeads(api, person, platform)).toContainEqual(
      expect.objectContaining({ leadId, formId, formName: 'New form' }),
    );
  });

  test('take over a killed read, but not a running one, even with a fast clock', async () => {
    const person = await reader(platform);
    const now = Date.now();
    const { startedAt } = await readOf(person, platform);
    const heldUntil = new Date(now + 30_000);
    await setRead(person, platform, { leaseId: 'alive', leasedUntil: heldUntil, nextReadAt: heldUntil });
    const earlyServer = { ...api.context, clock: { now: () => new Date(Date.now() + 60_000) } };
    await leadReadTick(earlyServer).run();
    await runJob(reconcileLeadsHandler(earlyServer), { workspaceId: person.workspaceId, platform });
    expect(await readOf(person, platform)).toMatchObject({ leaseId: 'alive', startedAt, nextReadAt: heldUntil });
    const ended = new Date(now - 1);
    await setRead(person, platform, { leaseId: 'killed', leasedUntil: ended, nextReadAt: ended });
    const taken = await api.waitUntil(async () => {
      const row = await readOf(person, platform);
      return row.startedAt && startedAt && row.startedAt > startedAt && row.finishedAt && !row.leaseId && row;
    });
    expect(taken.leasedUntil).toBeNull();
  });

  test('end when the person disconnects, and leave only the leads behind', async () => {
    const person = await reader(platform);
    const count = (await idsOf(person, platform)).length;
    await orderFaults(api.sandbox, { provider: platform, kind: 'slow', delayMs: 400, count: 3 });
    const reading = runJob(reconcileLeadsHandler(api.context), { workspaceId: person.workspaceId, platform });
    await api.waitUntil(async () => (await readOf(person, platform)).leaseId !== null);
    await api.request(disconnect, { token: person.token, params: { platform } });
    await reading;
    expect(await findLeadRead(api.context.db, { workspaceId: person.workspaceId, platform })).toBeNull();
    expect([await pagesOf(person), await formsOf(person)]).toEqual([[], []]);
    expect(await idsOf(person, platform)).toHaveLength(count);
  });

  test('of leads from webhooks store nothing if the Page is deleted meanwhile', async () => {
    const person = await reader(platform);
    const { workspaceId } = person;
    const { context } = api;
    const stored = await context.db.delete(leads).where(eq(leads.workspaceId, workspaceId)).returning();
    // The first batch contains the newest lead, so that no other lead is stored before.
    const [lead] = stored.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    const page = (await pagesOf(person)).find(({ pageId }) => pageId === lead?.pageId);
    const source = leadSourceOf(context, platform);
    if (!lead || !page || !source) throw new Error('no page');
    const { leadId, formId } = lead;
    const fetched: string[] = [];
    const forget = async (ids: string[]) => {
      fetched.push(...ids);
      await context.db.delete(leadPages).where(eq(leadPages.workspaceId, workspaceId));
    };
    const event = { workspaceId, platform, leadId, pageId: page.pageId, formId, receivedAt: new Date() };
    const events = [{ ...event, doneAt: null, problem: null }];
    const collecting = { context, page, events, log: context.logger, signal: new AbortController().signal };
    const readLead = source.readLead?.bind(source);
    if (readLead) {
      await collectOneByOne({ ...collecting, source }, async (...asked) => {
        const found = await readLead(...asked);
        await forget(found ? [found.id] : []);
        return found;
      });
    } else {
      const readLeads: typeof source.readLeads = async function* (...asked) {
        for await (const batch of source.readLeads(...asked)) {
          if (batch.some(({ id }) => id === leadId)) await forget([leadId]);
          yield batch;
        }
      };
      await collectFromForms({ ...collecting, source: { ...source, readLeads } });
    }
    expect(fetched).toContain(leadId);
    expect(await pagesOf(person)).toEqual([]);
    expect(await idsOf(person, platform)).toEqual([]);
  });

  test('begin at once after a renewed grant and subscribe again', async () => {
    const person = await reader(platform);
    const before = await pagesOf(person);
    await connectPlatform(api, person, platform);
    await awaitFirstRead(api, person, platform);
    const after = await pagesOf(person);
    expect(after.map(({ pageId }) => pageId)).toEqual(before.map(({ pageId }) => pageId));
    for (const [index, page] of after.entries())
      expect(page.subscribedAt?.getTime()).toBeGreaterThan(before[index]?.subscribedAt?.getTime() ?? Infinity);
  });
});

test.each(platforms)('the next read registers a new address of the installation at %s', async (platform) => {
  const person = await reader(platform);
  const subscribedAt = async () => (await pagesOf(person)).map((page) => page.subscribedAt?.getTime() ?? 0);
  const [before = 0] = await subscribedAt();
  const registrations = () => callsOf(/facebook .*subscriptions/);
  const registered = await registrations();
  await readByTimer(person, platform);
  expect(await subscribedAt()).toContain(before);
  await api.context.db.execute(
    sql`update webhook_registrations set callback_url = 'https://former.example.test' where platform = ${platform}`,
  );
  await readByTimer(person, platform);
  // Meta stores one address per installation, and TikTok one per subscription.
  const isTold = {
    facebook: async () => (await registrations()) === registered + 1,
    tiktok: async () => (await subscribedAt()).every((at) => at > before),
  };
  expect(await isTold[platform]()).toBe(true);
});

test('a lead that was erased here and deleted at the platform does not hide a missing lead', async () => {
  const person = await reader('facebook');
  const [form] = await formsOf(person);
  if (!form) throw new Error('no form');
  const { formId } = form;
  // All leads that the platform counts are stored. A read of new leads does not return the lead that will be missed.
  const [hour, day] = [3_600_000, 86_400_000];
  const times = { fullyReadAt: new Date(Date.now() - 2 * hour), newestLeadAt: new Date(Date.now() + day) };
  await api.context.db
    .update(leadForms)
    .set({ leftOut: 1, ...times })
    .where(and(eq(leadForms.workspaceId, person.workspaceId), eq(leadForms.formId, formId)));
  await readByTimer(person, 'facebook');
  const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', formId, webhook: false });
  await readByTimer(person, 'facebook');
  expect(await idsOf(person, 'facebook')).toContain(leadId);
});

test('a reader that has lost its lease stores nothing', async () => {
  const person = await reader('facebook');
  const key = { workspaceId: person.workspaceId, platform: 'facebook' } as const;
  const given = { log: api.context.logger, signal: new AbortController().signal };
  let hasRun = false;
  await withLease(api.context, key, given, async (lease) => {
    await setRead(person, 'facebook', { leaseId: 'another' });
    await expect(
      storeUnderLease(api.context, lease, async () => {
        hasRun = true;
      }),
    ).rejects.toThrow('lease lost');
  });
  expect(hasRun).toBe(false);
});

describe('a Facebook read', () => {
  test('requests only new leads once all leads are stored', async () => {
    const person = await reader('facebook');
    const forms = await formsOf(person);
    for (const form of forms.filter(({ platformCount }) => platformCount !== 0))
      expect(form).toMatchObject({ fullyReadAt: expect.any(Date), newestLeadAt: expect.any(Date), problem: null });
    await readByTimer(person, 'facebook');
    const later = await formsOf(person);
    const kept = later.map(({ fullyReadAt }) => fullyReadAt);
    expect(kept.slice(0, 2)).toEqual(forms.map(({ fullyReadAt }) => fullyReadAt).slice(0, 2));
    expect(later[0]?.readAt?.getTime()).toBeGreaterThan(forms[0]?.readAt?.getTime() ?? Infinity);
  });

  test('reads a form in full again, at most once an hour, when Facebook counts more leads than are stored', async () => {
    const person = await reader('facebook');
    const all = await idsOf(person, 'facebook');
    const oldest = all.at(-1) ?? '';
    const loseOldest = () =>
      api.context.db.execute(sql`delete from leads where workspace_id = ${person.workspaceId} and lead_id = ${oldest}`);
    await loseOldest();
    await readByTimer(person, 'facebook');
    expect(await idsOf(person, 'facebook')).not.toContain(oldest);
    await api.context.db
      .update(leadForms)
      .set({ fullyReadAt: new Date(Date.now() - 3_700_000) })
      .where(eq(leadForms.workspaceId, person.workspaceId));
    await readByTimer(person, 'facebook');
    expect((await idsOf(person, 'facebook')).at(-1)).toBe(oldest);
  });

  test('continues an interrupted read with the forms that were never read in full', async () => {
    const person = await newPerson(api);
    connected.push({ person, platform: 'facebook' });
    // Facebook refuses one form in the first read. The leads of the other form are kept.
    await orderFaults(api.sandbox, { provider: 'facebook', path: '/leads', kind: 'permission', count: 1 });
    await connectPlatform(api, person, 'facebook');
    const read = await awaitFirstRead(api, person, 'facebook');
    expect(read).toMatchObject({ problemCode: 'PLATFORM_FAILED', problem: expect.any(String) });
    const failed = (await formsOf(person)).filter(({ problem }) => problem !== null);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ fullyReadAt: null });
    expect((await idsOf(person, 'facebook')).length).toBeGreaterThan(0);
    expect(await readByTimer(person, 'facebook')).toMatchObject({ problem: null, problemCode: null });
    expect((await formsOf(person)).every(({ problem, fullyReadAt }) => problem === null && fullyReadAt)).toBe(true);
    expect(new Set(await idsOf(person, 'facebook')).size).toBeGreaterThanOrEqual(60);
  });

  test('waits as long as Facebook requires, even when a list is opened', async () => {
    const person = await reader('facebook');
    await orderFaults(api.sandbox, {
      provider: 'facebook',
      path: 'me/accounts',
      kind: '429',
      retryAfterSeconds: 900,
      count: 5,
    });
    const read = await readByTimer(person, 'facebook');
    expect(read.problemCode).toBe('PLATFORM_THROTTLED');
    expect(ahead(read)).toBeGreaterThan(850);
    await setRead(person, 'facebook', { startedAt: new Date(0) });
    const before = await callsOf(/facebook/);
    await listAllLeads(api, person, 'facebook');
    expect(await callsOf(/facebook/)).toBe(before);
    expect(ahead(await readOf(person, 'facebook'))).toBeGreaterThan(850);
  });

  test('continues without the permission to subscribe, and reports the problem on the Page', async () => {
    const person = await newPerson(api);
    connected.push({ person, platform: 'facebook' });
    await connectPlatform(api, person, 'facebook', { untick: ['pages_manage_metadata'] });
    const read = await awaitFirstRead(api, person, 'facebook');
    expect(read).toMatchObject({ problem: null });
    expect((await idsOf(person, 'facebook')).length).toBeGreaterThanOrEqual(60);
    expect(await pagesOf(person)).toEqual([
      expect.objectContaining({ subscribedAt: null, problem: expect.stringContaining('Facebook lead notifications') }),
    ]);
  });

  test('registers the callback once, and again after a new grant', async () => {
    const registrations = () => callsOf(/subscriptions/);
    const person = await reader('facebook');
    const before = await registrations();
    await readByTimer(person, 'facebook');
    expect(await registrations()).toBe(before);
    await connectPlatform(api, person, 'facebook');
    await awaitFirstRead(api, person, 'facebook');
    expect(await registrations()).toBe(before + 1);
  });
});

describe('disconnecting', () => {
  test('ends the subscription of a Page unless another person has also connected the Page', async () => {
    const [first, second] = [await reader('facebook'), await reader('facebook')];
    const unsubscribed = () => callsOf(/DELETE .*subscribed_apps/);
    const before = await unsubscribed();
    await api.request(disconnect, { token: first.token, params: { platform: 'facebook' } });
    expect(await unsubscribed()).toBe(before);
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook' });
    await api.waitUntil(async () => (await idsOf(second, 'facebook')).includes(leadId));
    await api.request(disconnect, { token: second.token, params: { platform: 'facebook' } });
    expect(await unsubscribed()).toBe(before + 1);
  });
});

/* Last, because the form stays deleted for all tests in this file. */
describe('a form', () => {
  test('that was deleted at Facebook is not read again, and its leads and Page are unaffected', async () => {
    const person = await reader('facebook');
    const made = await postControl(api.sandbox, '/facebook/forms', { name: 'Short campaign' });
    const { formId } = z.object({ formId: z.string() }).parse(made);
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', formId, webhook: false });
    await readByTimer(person, 'facebook');
    const leadCalls = () => callsOf(/facebook GET .*\/leads$/);
    const callsOfRead = async () => {
      const before = await leadCalls();
      expect(await readByTimer(person, 'facebook')).toMatchObject({ problem: null, problemCode: null });
      return (await leadCalls()) - before;
    };
    const whole = await callsOfRead();
    await postControl(api.sandbox, '/facebook/forms/delete', { formId });
    expect(await callsOfRead()).toBe(whole);
    // The deleted form is no longer requested.
    expect(await callsOfRead()).toBe(whole - 1);
    expect(await idsOf(person, 'facebook')).toContain(leadId);
    const { body } = await api.request(listConnections, { token: person.token });
    const page = body.data.flatMap(({ assets }) => assets).find(({ kind }) => kind === 'lead_page');
    expect(page).toMatchObject({
      state: 'ok',
      reason: null,
      remark: messages.leads.formsGone('facebook', ['Short campaign']),
    });

    // A changed lead count in the list triggers another read.
    await submitLead(api.sandbox, { platform: 'facebook', formId, webhook: false });
    expect(await callsOfRead()).toBe(whole);
  });

  test('that Facebook no longer lists loses its problem', async () => {
    const person = await reader('facebook');
    const [known] = await formsOf(person);
    if (!known) throw new Error('no form');
    const failing = { ...known, formId: '600000000000000999', name: 'A former form', problem: 'It failed.' };
    await api.context.db.insert(leadForms).values(failing);
    await readByTimer(person, 'facebook');
    const { body } = await api.request(listConnections, { token: person.token });
    const page = body.data.flatMap(({ assets }) => assets).find(({ kind }) => kind === 'lead_page');
    expect(page).toMatchObject({ state: 'ok', reason: null, remark: expect.stringContaining('“A former form”') });
  });
});

test('an odd lead is kept with its form, is counted, and stops no other lead', async () => {
  const person = await reader('facebook');
  const made = await postControl(api.sandbox, '/facebook/forms', { name: 'Form with an odd lead' });
  const { formId } = z.object({ formId: z.string() }).parse(made);
  const raw = {
    ad_id: '',
    field_data: [
      { name: 'email', values: ['odd@example.test'] },
      { name: 'city', values: null },
    ],
  };
  const odd = await submitLead(api.sandbox, { platform: 'facebook', formId, webhook: false, raw });
  const next = await submitLead(api.sandbox, { platform: 'facebook', formId, webhook: false });
  const formOf = async () => (await formsOf(person)).find((form) => form.formId === formId);
  for (const _read of ['first', 'second']) {
    await readByTimer(person, 'facebook');
    expect((await formOf())?.problem).toBe('1 lead could not be read');
  }
  const stored = await listAllLeads(api, person, 'facebook');
  expect(stored.map(({ leadId }) => leadId)).toEqual(expect.arrayContaining([odd.leadId, next.leadId]));
  const [kept] = await api.context.db
    .select()
    .from(leads)
    .where(and(eq(leads.workspaceId, person.workspaceId), eq(leads.leadId, odd.leadId)));
  expect(kept).toMatchObject({ email: 'odd@example.test', adId: null });
  expect(kept?.answers).toEqual([
    { name: 'email', values: ['odd@example.test'] },
    { name: 'unreadable_lead', values: [expect.stringContaining('"values":null')] },
  ]);
});
