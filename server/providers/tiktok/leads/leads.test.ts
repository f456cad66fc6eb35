import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { waitUntil } from '#testing/waitUntil.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadPage, LeadSource, PlatformLead } from '#server/providers/LeadSource.ts';
import { callWith, failureOf, present, startPlatforms } from '#server/providers/testing/startPlatforms.ts';
import { startReceiver } from '#server/providers/testing/startReceiver.ts';

/** TikTok's lead forms against the sandbox, over real HTTP. */

const platforms = await startPlatforms();
let leads: LeadSource;
let call: PlatformCall;
let page: LeadPage;

beforeEach(async () => {
  await control('tiktok/tasks', { stepMs: 0 });
  ({ leads, call, page } = await connect());
});

const connect = async () => {
  const source = present(platforms.adapter('tiktok').leads, 'lead source');
  const personCall = callWith(await platforms.connect('tiktok'));
  return { leads: source, call: personCall, page: present((await source.listPages(personCall))[0], 'page') };
};

const control = (path: string, body: object) => platforms.control('POST', path, body);

/** The leads that the sandbox's TikTok stores. */
const readHeld = async () =>
  z
    .object({
      leads: z.array(
        z.object({
          leadId: z.string(),
          formId: z.string(),
          advertiserId: z.string(),
          region: z.string(),
          createdAt: z.iso.datetime(),
          fields: z.record(z.string(), z.string()),
        }),
      ),
    })
    .parse(await platforms.control('GET', 'tiktok/leads')).leads;

const readForm = async (id: string, of = page): Promise<PlatformLead[]> =>
  (await Array.fromAsync(leads.readLeads(call, { page: of, form: { id }, since: null }))).flat();

const readFirstForm = async (): Promise<PlatformLead[]> => {
  const [form] = await leads.listForms(call, page);
  return readForm(form?.id ?? '');
};

const readAll = async (): Promise<PlatformLead[]> => {
  const read: PlatformLead[] = [];
  for (const each of await leads.listPages(call)) {
    for (const form of await leads.listForms(call, each)) read.push(...(await readForm(form.id, each)));
  }
  return read;
};

describe('reading', () => {
  it('finds every lead of every form in every silo, with all answers', async () => {
    for (let lead = 0; lead < 3; lead += 1) await control('leads', { platform: 'tiktok' });
    const read = await readAll();
    const held = await readHeld();
    expect(held.map(({ region }) => region).toSorted()).toEqual(['eu', 'eu', 'rest', 'rest', 'us', 'us']);
    const inOrder = read.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(
      inOrder.map(({ id, formId, pageId, createdAt, answers }) => ({
        leadId: id,
        formId,
        advertiserId: pageId,
        createdAt: createdAt?.toISOString(),
        fields: Object.fromEntries(answers.map(({ name, values }) => [name, values.join()])),
      })),
    ).toEqual(held.map(({ region: _region, ...lead }) => lead));
    for (const lead of read)
      expect(lead).toMatchObject({ adsetName: 'Set A', adId: expect.stringMatching(/^\d{10,}$/) });
  });

  it('finds a new form without leads', async () => {
    const before = await leads.listForms(call, page);
    const { formId } = z
      .object({ formId: z.string() })
      .parse(await control('tiktok/forms', { title: 'Spring enquiry' }));
    const after = await leads.listForms(call, page);
    expect(after).toEqual([...before, { id: formId, name: 'Spring enquiry', status: 'PUBLISHED', leadCount: null }]);
    expect(await readForm(formId)).toEqual([]);
    await control('leads', { platform: 'tiktok', formId, fields: { name: 'Ünal "Ü", Test', 'Which model?': 'a\nb' } });
    const [lead] = await readForm(formId);
    expect(lead?.answers).toContainEqual({ name: 'name', values: ['Ünal "Ü", Test'] });
    expect(lead?.answers).toContainEqual({ name: 'Which model?', values: ['a\nb'] });
  });

  it('unpacks a large export', async () => {
    const plain = await readFirstForm();
    await control('tiktok/tasks', { zipAboveBytes: 0 });
    expect(await readFirstForm()).toEqual(plain);
    expect(plain).not.toEqual([]);
  });

  it("starts with the caller's region, and requests no other when the caller stops", async () => {
    const [form] = await leads.listForms(call, page);
    const read = async (region: string | null): Promise<string | null> => {
      const query = { page, form: { id: form?.id ?? '' }, since: null, seek: { region } };
      for await (const [lead] of leads.readLeads(call, query)) return lead?.region ?? null;
      return null;
    };
    // The form has one lead in Europe and one elsewhere.
    const calls = await platforms.countCalls();
    expect(await read('elsewhere')).toBe('elsewhere');
    expect((await platforms.countCalls()) - calls).toBe(2);
    expect(await read('us')).toBe('eu');
    expect((await platforms.countCalls()) - calls).toBe(2 + 4);
  });

  it('waits for a slow export, and restarts a failed one once', async () => {
    await control('tiktok/tasks', { stepMs: 200, fail: 3 });
    expect(await readFirstForm()).toHaveLength(2);
  });

  it('postpones an export that fails twice', async () => {
    await control('tiktok/tasks', { fail: 6 });
    expect(await failureOf(readFirstForm())).toMatchObject({ outcome: 'retry', providerCode: 'lead-task-failed' });
  });

  it('stops waiting for an export when the caller cancels', async () => {
    await control('tiktok/tasks', { stepMs: 600_000 });
    const caller = new AbortController();
    call = { ...call, signal: caller.signal };
    const read = readFirstForm();
    await waitUntil(async () => (await platforms.countCalls()) > 8);
    caller.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });

  it.each([
    ['500', 'lead/task/'],
    ['429', 'lead/task/'],
    ['truncated', 'task/download'],
    ['reset', 'task/download'],
    ['500', 'task/download'],
    ['500', 'page/get'],
  ])('recovers from %s of %s', async (kind, path) => {
    await platforms.order('tiktok', { kind, path });
    expect(await readFirstForm()).toHaveLength(2);
    expect(await platforms.readOpenFaults()).toEqual([]);
  });

  it.each(['page/get', 'lead/task/'])(
    'reports an ad account as inaccessible to a person who is not its admin (%s)',
    async (path) => {
      await platforms.order('tiktok', { kind: 'permission', path, count: 3 });
      expect((await failureOf(readFirstForm())).outcome).toBe('account');
    },
  );

  it('requires a new consent when the token is dead', async () => {
    await control('tiktok/revoke-tokens', {});
    expect((await failureOf(leads.listForms(call, page))).outcome).toBe('reconnect');
  });
});

describe('deliveries', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver();
  });

  const subscribe = async (formerId: string | null = null): Promise<string> => {
    const { subscriptionId } = await leads.subscribe(call, page, { callbackUrl: receiver.url, formerId });
    return present(subscriptionId, 'id');
  };

  /** Submits the form; returns the number of deliveries. */
  const submit = async (more: object = {}) =>
    z
      .object({ leadId: z.string(), formId: z.string(), subscribers: z.number() })
      .parse(await control('leads', { platform: 'tiktok', ...more }));

  it('are read with every digit of the ids, repeatedly, and refused when forged', async () => {
    await subscribe();
    const { leadId, formId } = await submit({ fields: { name: 'Zoë Müller 😀' }, times: 2 });
    await waitUntil(() => receiver.deliveries.length === 2);
    for (const { body, header } of receiver.deliveries) {
      const events = [{ leadId, pageId: page.id, formId }];
      expect(leads.readWebhook(body, header)).toEqual({ kind: 'events', events });
      const forged = Buffer.from(body.toString('utf8').replace(leadId, '7600000000000000999'));
      expect(leads.readWebhook(forged, header)).toEqual({ kind: 'refused' });
    }
    expect((await readFirstForm()).map(({ id }) => id)).toContain(leadId);
  });

  it('arrive once, however often one subscribes', async () => {
    const first = await subscribe();
    expect(await subscribe()).toBe(first);
    expect(await subscribe(first)).toBe(first);
    expect((await submit()).subscribers).toBe(1);
  });

  it('arrive once, even if the response to a subscription was lost', async () => {
    await platforms.order('tiktok', { kind: 'timeout-after-commit', path: 'subscription/subscribe' });
    await subscribe();
    expect(await platforms.readOpenFaults()).toEqual([]);
    expect((await submit()).subscribers).toBe(1);
  });

  it('continue with a renewed grant, which ends the former subscription', async () => {
    const former = await subscribe();
    ({ call } = await connect());
    expect(await subscribe(former)).not.toBe(former);
    expect((await submit()).subscribers).toBe(1);
    // The former subscription is gone, so ending it again changes nothing.
    await leads.unsubscribe(call, page, former);
    expect((await submit()).subscribers).toBe(1);
  });

  it('continue for another person with the same ad account', async () => {
    await subscribe();
    const mine = call;
    ({ call } = await connect());
    const theirs = await subscribe();
    expect((await submit()).subscribers).toBe(2);
    await leads.unsubscribe(call, page, theirs);
    call = mine;
    expect((await submit()).subscribers).toBe(1);
  });

  it('end, even if they had ended or never began', async () => {
    const id = await subscribe();
    await leads.unsubscribe(call, page, id);
    await leads.unsubscribe(call, page, id);
    await leads.unsubscribe(call, page, null);
    expect((await submit()).subscribers).toBe(0);
  });

  it('are refused to a person who is not an admin of the ad account', async () => {
    await platforms.order('tiktok', { kind: 'permission', path: 'subscription/subscribe' });
    expect((await failureOf(subscribe())).outcome).toBe('account');
  });

  it('and reads leave no token, secret or answer in the log', async () => {
    await subscribe();
    await submit({ fields: { name: 'Nobody To Be Logged' } });
    await readFirstForm();
    const log = platforms.logLines.join('');
    expect(log).toContain('/page/lead/task/download/');
    expect(log).toContain('/subscription/subscribe/');
    for (const secret of [
      call.accessToken,
      platforms.sandbox.environment.TIKTOK_APP_SECRET ?? '',
      'Nobody To Be Logged',
    ]) {
      expect(secret).not.toBe('');
      expect(log).not.toContain(secret);
    }
  });
});
