import { eq, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { disconnect } from '#shared/contracts/connections.ts';
import { leadForms, leadEvents, leadPages } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults, postControl, readCallCounts, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { collectLeadsHandler } from './collectLeads.handler.ts';
import { deleteOldLeadEventsHandler } from './deleteOldLeadEvents.handler.ts';
import { receiveLeadEvents } from './receiveLeadEvents.ts';
import { sweepLeadEventsHandler } from './sweepLeadEvents.handler.ts';
import { metaDelivery, signMeta, signTikTok, tiktokDelivery } from '#server/modules/leads/testing/deliveries.ts';
import {
  awaitFirstRead,
  deliver,
  listAllLeads,
  newPerson,
  newReader,
  leadEventsOf,
  runJob,
  startLeadApi,
} from '#server/modules/leads/testing/leadTests.ts';
import type { Person } from '#server/modules/leads/testing/leadTests.ts';

const platforms = ['facebook', 'tiktok'] as const;

let api: TestApi;
/** A person with connections to Facebook and TikTok. */
let owner: Person;

beforeAll(async () => {
  api = await startLeadApi();
  owner = await newReader(api, 'facebook');
  await connectPlatform(api, owner, 'tiktok');
  await awaitFirstRead(api, owner, 'tiktok');
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const idsOf = async (platform: (typeof platforms)[number], person = owner) =>
  (await listAllLeads(api, person, platform)).map(({ leadId }) => leadId);
const awaitLead = (platform: (typeof platforms)[number], leadId: string, person = owner) =>
  api.waitUntil(async () => (await idsOf(platform, person)).includes(leadId), { what: `lead ${leadId}` });
/** A Page of the owner, with one of its forms. */
const placeOf = async (platform: (typeof platforms)[number]) => {
  const [form] = await api.context.db
    .select()
    .from(leadForms)
    .where(eq(leadForms.platform, platform))
    .orderBy(leadForms.formId);
  if (!form) throw new Error('no form');
  return { pageId: form.pageId, formId: form.formId };
};
const metaLead = async (leadId: string) => metaDelivery([{ ...(await placeOf('facebook')), leadId }]);

const readRefusal = async (answer: Response): Promise<{ code: string; success: boolean }> =>
  (await answer.json()) as { code: string; success: boolean };

describe('the handshake of Meta', () => {
  const shake = async (query: Record<string, string>) => {
    const answer = await fetch(`${api.url}/webhooks/meta?${new URLSearchParams(query).toString()}`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const good = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'sandbox-verify-token' };

  test('returns the challenge as plain text', async () => {
    expect(await shake(good)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: '1158201444' });
  });

  test.each([
    { ...good, 'hub.verify_token': 'guessed' },
    { ...good, 'hub.verify_token': '' },
    { ...good, 'hub.mode': 'unsubscribe' },
    { 'hub.mode': 'subscribe', 'hub.verify_token': 'sandbox-verify-token' },
    {},
  ])('refuses %o', async (query) => {
    const { status, text } = await shake(query as Record<string, string>);
    expect([status, JSON.parse(text).code]).toEqual([403, 'WEBHOOK_REFUSED']);
  });
});

test('registers the callback once and subscribes the Pages', async () => {
  const pages = await api.context.db.select().from(leadPages).where(eq(leadPages.workspaceId, owner.workspaceId));
  expect(pages.map(({ platform }) => platform).toSorted()).toEqual(['facebook', 'tiktok', 'tiktok']);
  for (const page of pages) expect(page).toMatchObject({ subscribedAt: expect.any(Date), problem: null });
  const { rows } = await api.context.db.execute(
    sql`select platform, callback_url from webhook_registrations order by 1`,
  );
  expect(rows).toEqual([
    { platform: 'facebook', callback_url: `${api.url}/webhooks/meta` },
    { platform: 'tiktok', callback_url: `${api.url}/webhooks/tiktok` },
  ]);
});

describe('a delivery', () => {
  test.each(platforms)('[S1.LEADS.1] [S1.LEADS.2] of %s stores its lead', async (platform) => {
    const fields = { [{ facebook: 'full_name', tiktok: 'name' }[platform]]: 'Zoë Webhook' };
    const { leadId } = await submitLead(api.sandbox, { platform, fields });
    await awaitLead(platform, leadId);
    const lead = (await listAllLeads(api, owner, platform)).find((each) => each.leadId === leadId);
    expect(lead).toMatchObject({ field_data: { 'full name': 'Zoë Webhook' }, formName: expect.any(String) });
    await api.waitUntil(async () => (await leadEventsOf(api, owner)).every(({ doneAt }) => doneAt !== null));
  });

  test.each(platforms)('of %s that is repeated ten times in any order stores each lead once', async (platform) => {
    const before = await idsOf(platform);
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        submitLead(api.sandbox, { platform, times: 10, delayMs: (number * 37) % 200 }),
      ),
    );
    for (const { leadId } of sent) await awaitLead(platform, leadId);
    const expected = [...before, ...sent.map(({ leadId }) => leadId)];
    expect((await idsOf(platform)).toSorted()).toEqual(expected.toSorted());
  });

  test('of TikTok requests one export, in the region of the last lead of the form', async () => {
    const doneIds = async () => {
      const events = await leadEventsOf(api, owner);
      return events.filter(({ doneAt }) => doneAt !== null).map(({ leadId }) => leadId);
    };
    const submit = async () => {
      const { leadId } = await submitLead(api.sandbox, { platform: 'tiktok' });
      await api.waitUntil(async () => (await doneIds()).includes(leadId));
    };
    const tiktokCalls = async () =>
      Object.entries(await readCallCounts(api.sandbox)).filter(([call]) => call.startsWith('tiktok '));
    await awaitFirstRead(api, owner, 'tiktok');
    await submit();
    // The sandbox assigns people to three regions in turn.
    for (const webhook of [false, false]) await submitLead(api.sandbox, { platform: 'tiktok', webhook });
    const before = new Map(await tiktokCalls());
    await submit();
    const made = (await tiktokCalls()).map(([call, count]) => [call, count - (before.get(call) ?? 0)] as const);
    expect(made.filter(([, count]) => count > 0)).toEqual([
      ['tiktok POST /open_api/v1.3/page/lead/task/', 2],
      ['tiktok GET /open_api/v1.3/page/lead/task/download/', 1],
    ]);
  });

  test('of an unknown form stores the lead with the name of the form', async () => {
    const made = await postControl(api.sandbox, '/facebook/forms', { name: 'Brand new form' });
    const { formId } = z.object({ formId: z.string() }).parse(made);
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', formId });
    await awaitLead('facebook', leadId);
    expect((await listAllLeads(api, owner, 'facebook'))[0]).toMatchObject({ leadId, formName: 'Brand new form' });
  });

  test('reaches only people who have connected the Page', async () => {
    const second = await newReader(api, 'facebook');
    const stranger = await newPerson(api);
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook' });
    await awaitLead('facebook', leadId);
    await awaitLead('facebook', leadId, second);
    expect(await idsOf('facebook', stranger)).toEqual([]);
    await api.request(disconnect, { token: second.token, params: { platform: 'facebook' } });
    expect(await leadEventsOf(api, second)).toEqual([]);
    const { leadId: later } = await submitLead(api.sandbox, { platform: 'facebook' });
    await awaitLead('facebook', later);
    expect(await idsOf('facebook', second)).not.toContain(later);
  });

  test('of an unknown Page is accepted and dropped', async () => {
    const body = metaDelivery([{ leadId: '500000000000000301', pageId: '799999999999999999', formId: '1' }]);
    const answer = await deliver(api, '/webhooks/meta', body, signMeta(body));
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    const noted = await api.context.db.select().from(leadEvents).where(eq(leadEvents.pageId, '799999999999999999'));
    expect(noted).toEqual([]);
  });

  test('of a stored lead makes no call', async () => {
    const [leadId = ''] = await idsOf('facebook');
    const body = await metaLead(leadId);
    const before = await readCallCounts(api.sandbox);
    expect((await deliver(api, '/webhooks/meta', body, signMeta(body))).status).toBe(200);
    expect((await leadEventsOf(api, owner)).filter((each) => each.leadId === leadId && !each.doneAt)).toEqual([]);
    expect(await readCallCounts(api.sandbox)).toEqual(before);
  });

  test('of a lead that Meta no longer knows is closed', async () => {
    const body = await metaLead('500094830000999999');
    await deliver(api, '/webhooks/meta', body, signMeta(body));
    const event = await api.waitUntil(async () =>
      (await leadEventsOf(api, owner)).find((each) => each.leadId === '500094830000999999' && each.doneAt),
    );
    expect(event.problem).toBe('The platform no longer knows this lead');
  });
});

describe('an invalid delivery', () => {
  const state = async () => [await idsOf('facebook'), (await leadEventsOf(api, owner)).length];

  test('is refused with a missing or wrong signature, a signature of other bytes, or an outdated signature', async () => {
    const before = await state();
    const body = await metaLead('500000000000000777');
    const { 'x-hub-signature-256': signature = '' } = signMeta(body);
    for (const headers of [
      {},
      signMeta(body, 'another secret'),
      signMeta(`${body} `),
      { 'x-hub-signature-256': signature.slice(7) },
      { 'x-hub-signature-256': signature.slice(0, -1) },
      { 'x-hub-signature': signature },
      { 'x-hub-signature-256': 'sha256=' },
    ] satisfies Record<string, string>[]) {
      const answer = await deliver(api, '/webhooks/meta', body, headers);
      expect([answer.status, (await readRefusal(answer)).code]).toEqual([401, 'WEBHOOK_REFUSED']);
    }
    const tiktok = tiktokDelivery({ ...(await placeOf('tiktok')), leadId: '7678640000000000777' });
    for (const headers of [{}, signTikTok(tiktok, 'another secret'), signMeta(tiktok)])
      expect((await deliver(api, '/webhooks/tiktok', tiktok, headers)).status).toBe(401);
    expect(await state()).toEqual(before);
  });

  test('is refused when it is unreadable or too large', async () => {
    for (const body of ['{', '[]', '"page"', '']) {
      const answer = await deliver(api, '/webhooks/meta', body, signMeta(body));
      expect([body, answer.status, (await readRefusal(answer)).success]).toEqual([body, 400, false]);
    }
    const large = 'x'.repeat(5 * 1024 * 1024);
    const answer = await deliver(api, '/webhooks/meta', large, signMeta(large));
    expect([answer.status, (await readRefusal(answer)).code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('is refused when the platform is not configured', async () => {
    const off = await startTestApi({
      env: {
        FACEBOOK_APP_ID: undefined,
        FACEBOOK_APP_SECRET: undefined,
        TIKTOK_APP_ID: undefined,
        TIKTOK_APP_SECRET: undefined,
      },
    });
    const body = await metaLead('1');
    const answers = [
      await deliver(off, '/webhooks/meta', body, signMeta(body)),
      await deliver(off, '/webhooks/tiktok', body, signTikTok(body)),
      await fetch(`${off.url}/webhooks/meta?hub.mode=subscribe&hub.challenge=1&hub.verify_token=sandbox-verify-token`),
    ];
    for (const answer of answers)
      expect([answer.status, (await readRefusal(answer)).code]).toEqual([503, 'NOT_CONFIGURED']);
    await off.close();
  });
});

describe('no lead is lost', () => {
  test('when the database cannot store a lead event: returns 503, and the platform retries', async () => {
    await api.context.db.execute(sql`alter table lead_events rename to lead_events_away`);
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', webhook: false });
    const body = await metaLead(leadId);
    const refused = await deliver(api, '/webhooks/meta', body, signMeta(body));
    await api.context.db.execute(sql`alter table lead_events_away rename to lead_events`);
    expect([refused.status, (await readRefusal(refused)).code]).toEqual([503, 'UNAVAILABLE']);
    expect((await deliver(api, '/webhooks/meta', body, signMeta(body))).status).toBe(200);
    await awaitLead('facebook', leadId);
  });

  test('when the job cannot be enqueued: the lead event is not stored either', async () => {
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', webhook: false });
    const event = { ...(await placeOf('facebook')), leadId };
    const broken = { ...api.context, jobs: { enqueue: () => Promise.reject(new Error('the queue is away')) } };
    await expect(receiveLeadEvents(broken, 'facebook', [event])).rejects.toThrow('away');
    expect((await leadEventsOf(api, owner)).map((each) => each.leadId)).not.toContain(leadId);
  });

  test('when Meta fails temporarily', async () => {
    await orderFaults(api.sandbox, { provider: 'facebook', path: '/5000', kind: '500', count: 2 });
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook' });
    await awaitLead('facebook', leadId);
    // The event is marked after its lead is stored.
    const done = await api.waitUntil(async () =>
      (await leadEventsOf(api, owner)).find((each) => each.leadId === leadId && each.doneAt !== null),
    );
    expect(done.problem).toBeNull();
  });

  test('when Meta no longer accepts the grant: only one lead is requested, and a new consent fetches all', async () => {
    const person = await newReader(api, 'facebook');
    const others = await Promise.all(
      Array.from({ length: 30 }, () => submitLead(api.sandbox, { platform: 'facebook', webhook: false })),
    );
    const place = await placeOf('facebook');
    const readsOfLeads = async () =>
      Object.entries(await readCallCounts(api.sandbox))
        .filter(([name]) => / GET \/v[\d.]+\/(\*|\{id\})$/.test(name))
        .reduce((sum, [, count]) => sum + count, 0);
    // Only this person is notified.
    await api.request(disconnect, { token: owner.token, params: { platform: 'facebook' } });
    const before = await readsOfLeads();
    await orderFaults(api.sandbox, { provider: 'facebook', path: '/5000', kind: 'revoked', count: 100 });
    const body = metaDelivery(others.map(({ leadId }) => ({ ...place, leadId })));
    expect((await deliver(api, '/webhooks/meta', body, signMeta(body))).status).toBe(200);
    await api.waitUntil(
      async () => (await findConnection(api.context.db, person.workspaceId, 'facebook'))?.reconnectReason,
    );
    const asked = (await readsOfLeads()) - before;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(10);
    await clearFaults(api.sandbox);
    for (const each of [person, owner]) {
      await connectPlatform(api, each, 'facebook');
      await awaitFirstRead(api, each, 'facebook');
    }
    expect(await idsOf('facebook', person)).toEqual(expect.arrayContaining(others.map(({ leadId }) => leadId)));
  });

  test('when the job is lost: fetches open leads, gives up old events and deletes completed events', async () => {
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', webhook: false });
    const place = await placeOf('facebook');
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const noted = (id: string, minutes: number, doneAt: Date | null = null) =>
      ({
        ...place,
        workspaceId: owner.workspaceId,
        platform: 'facebook',
        leadId: id,
        receivedAt: minutesAgo(minutes),
        doneAt,
      }) as const;
    await api.context.db
      .insert(leadEvents)
      .values([
        noted(leadId, 2),
        noted('too-old', 61),
        noted('done', 8 * 1440, minutesAgo(8 * 1440)),
        noted('kept', 1440, minutesAgo(1440)),
      ]);
    await runJob(sweepLeadEventsHandler(api.context), {});
    await runJob(deleteOldLeadEventsHandler(api.context), {});
    await awaitLead('facebook', leadId);
    const left = new Map((await leadEventsOf(api, owner)).map((each) => [each.leadId, each]));
    expect([left.has('done'), left.has('kept')]).toEqual([false, true]);
    expect(left.get('too-old')).toMatchObject({ doneAt: expect.any(Date), problem: expect.any(String) });
  });

  test('when a lead is announced while a job is ending: the next job fetches the lead before the sweep', async () => {
    const place = await placeOf('facebook');
    const page = { workspaceId: owner.workspaceId, platform: 'facebook', pageId: place.pageId } as const;
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', webhook: false });
    const handler = collectLeadsHandler(api.context);
    let isNamed = false;
    const run = {
      log: createLogger('silent'),
      signal: new AbortController().signal,
      isLastAttempt: false,
      // The first job has made its last check but has not ended. Announce the lead and run its job now.
      progressed: async () => {
        if (isNamed) return;
        isNamed = true;
        await api.context.db.insert(leadEvents).values({ ...place, ...page, leadId, receivedAt: new Date() });
        await handler.run(page, run);
      },
    };
    await handler.run(page, run);
    const event = (await leadEventsOf(api, owner)).find((each) => each.leadId === leadId);
    expect(event).toMatchObject({ doneAt: expect.any(Date), problem: null });
    expect(await idsOf('facebook')).toContain(leadId);
  });

  test('when TikTok does not show a lead yet: searches again, then leaves the lead to the timer', async () => {
    const place = await placeOf('tiktok');
    const leadId = '7678640000000099999';
    const body = tiktokDelivery({ ...place, leadId });
    const exportsMade = async () =>
      (await readCallCounts(api.sandbox))['tiktok POST /open_api/v1.3/page/lead/task/'] ?? 0;
    expect((await deliver(api, '/webhooks/tiktok', body, signTikTok(body))).status).toBe(200);
    const before = await exportsMade();
    // One check reads three regions, each with one call for the task and one for its status.
    await api.waitUntil(async () => (await exportsMade()) > before + 6);
    const open = (await leadEventsOf(api, owner)).find((each) => each.leadId === leadId);
    expect(open?.doneAt).toBeNull();
    await api.context.db.execute(
      sql`update lead_events set received_at = now() - interval '6 minutes' where lead_id = ${leadId}`,
    );
    const closed = await api.waitUntil(async () =>
      (await leadEventsOf(api, owner)).find((each) => each.leadId === leadId && each.doneAt !== null),
    );
    expect(closed.problem).toBe('The platform did not show this lead in time; the next read of its form brings it');
  });

  test('a lead that TikTok does not show yet does not delay other leads of its ad account', async () => {
    const page = { workspaceId: owner.workspaceId, platform: 'tiktok', ...(await placeOf('tiktok')) } as const;
    const hidden = { ...page, leadId: '7678640000000088888', receivedAt: new Date(Date.now() - 50_000) };
    await api.context.db.insert(leadEvents).values(hidden);
    const { workspaceId, platform, pageId } = page;
    // The job repeats after 50 seconds.
    await runJob(collectLeadsHandler(api.context), { workspaceId, platform, pageId });
    const { leadId } = await submitLead(api.sandbox, { platform, formId: page.formId });
    await awaitLead(platform, leadId);
    expect(await idsOf(platform)).not.toContain(hidden.leadId);
    await api.context.db.delete(leadEvents).where(eq(leadEvents.leadId, hidden.leadId));
  });
});
