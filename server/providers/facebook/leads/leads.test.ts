import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { waitUntil } from '#testing/waitUntil.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadForm, LeadPage, LeadSource, PlatformLead } from '#server/providers/LeadSource.ts';
import { callWith, failureOf, present, startPlatforms } from '#server/providers/testing/startPlatforms.ts';
import { startReceiver } from '#server/providers/testing/startReceiver.ts';

/* The lead forms of Pages, against the sandbox. */

const platforms = await startPlatforms();

const leadSource = (): LeadSource => present(platforms.adapter('facebook').leads, 'lead source');

type Place = { call: PlatformCall; page: LeadPage; forms: LeadForm[]; form: LeadForm };

/** A fresh grant, with its first Page and that Page's forms. */
const openPage = async (): Promise<Place> => {
  const call = callWith(await platforms.connect('facebook'));
  const page = present((await leadSource().listPages(call))[0], 'Page');
  const forms = await leadSource().listForms(call, page);
  return { call, page, forms, form: present(forms[0], 'form') };
};

const readAll = async (
  { call, page, form: first }: Pick<Place, 'call' | 'page' | 'form'>,
  form: Pick<LeadForm, 'id'> = first,
  since: Date | null = null,
): Promise<PlatformLead[]> => (await Array.fromAsync(leadSource().readLeads(call, { page, form, since }))).flat();

const submittedLead = z.object({ leadId: z.string(), formId: z.string(), subscribers: z.number() });
const submit = async (order: object = {}) =>
  submittedLead.parse(await platforms.control('POST', 'leads', { platform: 'facebook', ...order }));

describe('reading', () => {
  it('lists the Page, its forms and their sixty leads', async () => {
    const place = await openPage();
    expect(place.page).toEqual({
      id: expect.stringMatching(/^\d{18}$/),
      name: expect.stringContaining('Showroom'),
      accessToken: expect.stringMatching(/^EAA/),
    });
    expect(place.forms.map(({ status, leadCount }) => [status, leadCount])).toEqual([
      ['ACTIVE', 38],
      ['ACTIVE', 22],
    ]);
    for (const form of place.forms) {
      const leads = await readAll(place, form);
      expect(leads).toHaveLength(present(form.leadCount, 'count'));
      expect(new Set(leads.map(({ id }) => id)).size).toBe(leads.length);
      expect(leads.every((lead) => lead.formId === form.id && lead.pageId === place.page.id)).toBe(true);
      expect(leads.some(({ answers }) => answers.some(({ name }) => name === 'email'))).toBe(true);
      // Only organic leads have no ad.
      expect(leads.every(({ isOrganic, adId }) => isOrganic === (adId === null))).toBe(true);
      expect(new Set(leads.map(({ isOrganic }) => isOrganic))).toEqual(new Set([true, false]));
    }
  });

  it('reads leads without a field that Facebook no longer knows, and never without their ad', async () => {
    const place = await openPage();
    const leads = await readAll(place);
    const refuse = (...fields: string[]) =>
      platforms.control('PUT', 'facebook/refused-fields', { isNamed: true, fields });
    await refuse('leads_count', 'platform');
    expect((await leadSource().listForms(place.call, place.page)).map(({ leadCount }) => leadCount)).toEqual([
      null,
      null,
    ]);
    expect((await readAll(place)).map(({ id, adId, answers }) => ({ id, adId, answers }))).toEqual(
      leads.map(({ id, adId, answers }) => ({ id, adId, answers })),
    );
    await refuse('ad_id');
    await expect(readAll(place)).rejects.toThrow(ProviderError);
  });

  it('yields a large form in batches, every lead once, and requests a batch only when the caller wants it', async () => {
    await platforms.control('POST', 'reset', { scale: 20 });
    const { call, page, form } = await openPage();
    const before = await platforms.countCalls();
    const batches: PlatformLead[][] = [];
    for await (const batch of leadSource().readLeads(call, { page, form, since: null })) {
      batches.push(batch);
      expect(await platforms.countCalls()).toBe(before + batches.length);
    }
    expect(batches.map(({ length }) => length)).toEqual([200, 180]);
    expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(380);
  });

  it('omits leads older than requested, to the second', async () => {
    const place = await openPage();
    const all = await readAll(place);
    const since = present(present(all[9], 'lead').createdAt, 'time');
    const found = await readAll(place, place.form, since);
    expect(found).toEqual(all.filter(({ createdAt }) => createdAt !== null && createdAt >= since));
    expect(found.length).toBeGreaterThanOrEqual(10);
    expect(found.length).toBeLessThan(all.length);
  });

  it('finds a new form and the lead in it', async () => {
    const { call, page } = await openPage();
    const created = await platforms.control('POST', 'facebook/forms', { name: 'Open day' });
    const { formId } = z.object({ formId: z.string() }).parse(created);
    const fields = { full_name: 'Jörg "Zoë" Sample', 'which_model?': ['Coupe', 'Van'] };
    const { leadId } = await submit({ formId, fields });
    const forms = await leadSource().listForms(call, page);
    const form = present(
      forms.find(({ id }) => id === formId),
      'new form',
    );
    expect(form).toEqual({ id: formId, name: 'Open day', status: 'ACTIVE', leadCount: 1 });
    const [lead] = await readAll({ call, page, form });
    expect(lead).toEqual(await leadSource().readLead?.(call, page, leadId));
    expect(lead?.answers).toEqual(
      expect.arrayContaining([
        { name: 'full_name', values: ['Jörg "Zoë" Sample'] },
        { name: 'which_model?', values: ['Coupe', 'Van'] },
      ]),
    );
  });

  it('shows no ad to a person without access to its account', async () => {
    const [account] = await platforms.adapter('facebook').listAccounts(callWith(await platforms.connect('facebook')));
    const call = callWith(await platforms.connect('facebook', [present(account, 'account').id.replace('act_', '')]));
    const page = present((await leadSource().listPages(call))[0], 'Page');
    const form = present((await leadSource().listForms(call, page))[0], 'form');
    const leads = await readAll({ call, page, form });
    expect(leads).toHaveLength(38);
    expect(leads.every(({ adId, campaignName }) => adId === null && campaignName === null)).toBe(true);
  });

  it('returns null for an unknown lead, and for one of another Page', async () => {
    await platforms.control('POST', 'reset', { scale: 2 });
    const { call, page, form } = await openPage();
    const other = present((await leadSource().listPages(call))[1], 'second Page');
    const { leadId } = await submit({ formId: form.id });
    expect(await leadSource().readLead?.(call, page, leadId)).toMatchObject({ id: leadId });
    expect(await leadSource().readLead?.(call, other, leadId)).toBeNull();
    expect(await leadSource().readLead?.(call, page, '500000000000000000')).toBeNull();
  });

  it('never puts a malformed id into a path', async () => {
    const place = await openPage();
    const before = await platforms.countCalls();
    expect((await failureOf(readAll(place, { id: '../me' }))).outcome).toBe('account');
    expect(await platforms.countCalls()).toBe(before);
  });
});

describe('what was not granted', () => {
  it('does not list a Page that was not selected', async () => {
    const { page } = await openPage();
    const call = callWith(await platforms.connect('facebook', [page.id]));
    expect(await leadSource().listPages(call)).toEqual([]);
  });

  it.each([
    ['pages_show_list', (source: LeadSource, { call }: Place) => source.listPages(call)],
    ['pages_manage_ads', (source: LeadSource, { call, page }: Place) => source.listForms(call, page)],
    ['pages_read_engagement', (source: LeadSource, { call, page }: Place) => source.listForms(call, page)],
    ['leads_retrieval', (_source: LeadSource, place: Place) => readAll(place)],
    [
      'pages_manage_metadata',
      (source: LeadSource, { call, page }: Place) => source.subscribe(call, page, { callbackUrl: '', formerId: null }),
    ],
  ] as const)('reports the missing permission %s', async (permission, run) => {
    const place = await openPage();
    await fetch(`${platforms.sandbox.url}/v26.0/me/permissions/${permission}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${place.call.accessToken}` },
    });
    expect((await failureOf(run(leadSource(), place))).outcome).toBe('scope-missing');
  });

  it('gives up one form or Page that is refused despite all permissions', async () => {
    const place = await openPage();
    await platforms.order('facebook', { kind: 'permission', path: '/leads' });
    expect(await failureOf(readAll(place))).toMatchObject({
      outcome: 'account',
      userMessage: expect.stringContaining('leads access settings'),
    });
    expect(await readAll(place)).toHaveLength(38);
  });

  it('does not treat a missing Page token as the end of the grant', async () => {
    const place = await openPage();
    const asPerson = { ...place, page: { ...place.page, accessToken: place.call.accessToken } };
    expect(await failureOf(readAll(asPerson))).toMatchObject({ outcome: 'account', providerCode: '190' });
    const withheld = { ...place, page: { ...place.page, accessToken: null } };
    expect((await failureOf(readAll(withheld))).outcome).toBe('account');
  });

  it('reports a Page token as dead once its grant is', async () => {
    const place = await openPage();
    const adapter = platforms.adapter('facebook');
    await adapter.revoke({ accessToken: place.call.accessToken, refreshToken: null, expiresAt: null });
    expect((await failureOf(readAll(place))).outcome).toBe('reconnect');
    await leadSource().unsubscribe(place.call, place.page, null);
  });
});

describe('faults', () => {
  it.each(['500', 'reset', 'truncated'])('reads every lead in spite of %s', async (kind) => {
    const place = await openPage();
    const whole = await readAll(place);
    await platforms.order('facebook', { kind, path: '/leads' });
    expect(await readAll(place)).toEqual(whole);
    expect(await platforms.readOpenFaults()).toEqual([]);
  });

  it('pauses a throttled Page, and continues with another', async () => {
    await platforms.control('POST', 'reset', { scale: 2 });
    const place = await openPage();
    const { call } = place;
    const other = present((await leadSource().listPages(call))[1], 'second Page');
    await platforms.order('facebook', { kind: '429', path: '/leads', retryAfterSeconds: 180 });
    expect(await failureOf(readAll(place))).toMatchObject({ outcome: 'wait', retryAfterMs: 180_000 });
    const before = await platforms.countCalls();
    expect((await failureOf(leadSource().listForms(call, place.page))).outcome).toBe('wait');
    expect(await platforms.countCalls()).toBe(before);
    expect(await leadSource().listForms(call, other)).toHaveLength(2);
  });

  it('writes neither tokens nor leads into the log', async () => {
    const place = await openPage();
    const [lead] = await readAll(place);
    await platforms.order('facebook', { kind: 'permission', path: '/leads' });
    const error = await failureOf(readAll(place));
    const written = [...platforms.logLines, JSON.stringify(error), error.stack].join('\n');
    const answers = present(lead, 'lead').answers.flatMap(({ values }) => values);
    const secrets = [place.call.accessToken, present(place.page.accessToken, 'token'), 'meta-sandbox-secret-0001'];
    expect(platforms.logLines.length).toBeGreaterThan(3);
    expect([...secrets, ...answers].filter((text) => written.includes(text))).toEqual([]);
  });
});

describe('the webhook', () => {
  const verifyToken = 'sandbox-verify-token';
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeEach(async () => {
    receiver = await startReceiver(verifyToken);
  });

  const registerWebhook = (token: string) =>
    leadSource().registerWebhook?.({ callbackUrl: `${receiver.url}/webhooks/meta`, verifyToken: token });

  it('names a new lead of a subscribed Page, which can then be read', async () => {
    const { call, page, form } = await openPage();
    await registerWebhook(verifyToken);
    expect((await submit()).subscribers).toBe(0);
    const subscription = { callbackUrl: receiver.url, formerId: null };
    expect(await leadSource().subscribe(call, page, subscription)).toEqual({ subscriptionId: null });
    await leadSource().subscribe(call, page, subscription);

    const { leadId, subscribers } = await submit({ times: 3, fields: { email: 'new@example.test' } });
    expect(subscribers).toBe(1);
    await waitUntil(() => receiver.deliveries.length === 3);
    const events = [{ leadId, pageId: page.id, formId: form.id }];
    for (const { body, header } of receiver.deliveries) {
      expect(leadSource().readWebhook(body, header)).toEqual({ kind: 'events', events });
      expect(body.toString()).not.toContain('new@example.test');
      expect(leadSource().readWebhook(body.subarray(0, -1), header)).toEqual({ kind: 'refused' });
      expect(leadSource().readWebhook(body, () => undefined)).toEqual({ kind: 'refused' });
    }
    const lead = await leadSource().readLead?.(call, page, leadId);
    expect(lead?.answers).toContainEqual({ name: 'email', values: ['new@example.test'] });

    await leadSource().unsubscribe(call, page, null);
    await leadSource().unsubscribe(call, page, null);
    expect((await submit()).subscribers).toBe(0);
  });

  it('works with a test lead, which can be removed again', async () => {
    const { call, page, form } = await openPage();
    await registerWebhook(verifyToken);
    await leadSource().subscribe(call, page, { callbackUrl: receiver.url, formerId: null });
    const ask = async (method: string, path: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${page.accessToken}` };
      const answer = await fetch(`${platforms.sandbox.url}/v26.0/${path}`, { method, headers });
      return answer.json();
    };
    const { id } = z.object({ id: z.string() }).parse(await ask('POST', `${form.id}/test_leads`));
    await waitUntil(() => receiver.deliveries.length > 0);
    const { body, header } = present(receiver.deliveries[0], 'delivery');
    expect(leadSource().readWebhook(body, header)).toMatchObject({ events: [{ leadId: id }] });
    expect(await leadSource().readLead?.(call, page, id)).toMatchObject({ id, adId: null, isOrganic: false });
    expect(await ask('DELETE', id)).toEqual({ success: true });
    expect(await leadSource().readLead?.(call, page, id)).toBeNull();
  });

  it('is refused when the callback does not know the token', async () => {
    expect(await failureOf(Promise.resolve(registerWebhook('another token')))).toMatchObject({
      outcome: 'fail',
      providerCode: '2200',
    });
  });
});
