import { sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { disconnect } from '#shared/contracts/connections.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults, readCallCounts, submitLead } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import {
  awaitFirstRead,
  listAllLeads,
  listFormLeads,
  newPerson,
  newReader,
  startLeadApi,
  underLimitAgain,
} from './testing/leadTests.ts';
import type { Person } from './testing/leadTests.ts';

const platforms = ['facebook', 'tiktok'] as const;
type LeadPlatform = (typeof platforms)[number];

let api: TestApi;
/** A person with connections to Facebook and TikTok. */
let reader: Person;

beforeAll(async () => {
  api = await startLeadApi();
  reader = await newReader(api, 'facebook');
  await connectPlatform(api, reader, 'tiktok');
  await awaitFirstRead(api, reader, 'tiktok');
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const list = (platform: LeadPlatform, query: Record<string, string> = {}, { token }: Person = reader) =>
  api.request(listLeads[platform], { token, query });
const askForms = (query?: Record<string, string>, { token }: Person = reader) =>
  api.request(listFacebookLeads, { token, ...(query ? { query } : {}) });
const emptyList = { success: true, data: [], page: 1, totalPages: 1, totalItems: 0, nextPage: null };

describe.each(platforms)('stored leads of %s', (platform) => {
  test('[S1.LEADS.1] [S1.LEADS.2] [S3.LEAD.1] [S3.LEAD.2] [S3.LEAD.3] [S3.LEAD.4] [S7.LM.5] [S7.LT.5] have ids, contact, form and both times', async () => {
    const { status, body } = await list(platform);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, page: 1 });
    expect(body.totalItems).toBe({ facebook: 60, tiktok: 3 }[platform]);
    const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    for (const lead of body.data) {
      expect(lead).toEqual({
        leadId: expect.stringMatching(/^\d{18,19}$/),
        field_data: { 'full name': expect.any(String), email: expect.any(String), phone_number: expect.any(String) },
        formId: expect.stringMatching(/^\d+$/),
        formName: expect.any(String),
        createdAt: isoTime,
        updatedAt: isoTime,
      });
      expect(lead.field_data.email).toMatch(/@example\.test$/);
    }
  });

  test('[S7.LM.1] [S7.LM.3] [S7.LT.1] [S7.LT.3] are listed once each in pages of the requested size, newest first', async () => {
    const all = (await list(platform, { limit: '100' })).body.data;
    const order = all.map(({ createdAt, leadId }) => `${createdAt} ${leadId}`);
    expect(order).toEqual(order.toSorted().toReversed());
    const paged: string[] = [];
    for (let page = 1, next: number | null = 1; next !== null; page += 1) {
      const { body } = await list(platform, { page: String(page), limit: '2' });
      expect(body).toMatchObject({ page, totalPages: Math.ceil(all.length / 2), totalItems: all.length });
      paged.push(...body.data.map(({ leadId }) => leadId));
      next = body.nextPage;
    }
    expect(paged).toEqual(all.map(({ leadId }) => leadId));
    expect(new Set(paged).size).toBe(all.length);
  });

  test('use the defaults for invalid page numbers, and have empty pages past the end', async () => {
    const { body: first } = await list(platform);
    for (const page of ['0', '-1', 'two', '1.5'])
      expect((await list(platform, { page, limit: `${page}x` })).body).toEqual(first);
    expect((await list(platform, { limit: '5000' })).body.totalPages).toBe(1);
    const { status, body } = await list(platform, { page: '999999999', limit: '100' });
    expect([status, body.data, body.nextPage]).toEqual([200, [], null]);
  });

  test('[S7.LM.2] [S7.LT.2] are found only by a part of the name, email, phone number or id, in any case', async () => {
    const all = await listAllLeads(api, reader, platform);
    const [sample] = all;
    if (!sample) throw new Error('no lead');
    const { 'full name': name, email, phone_number: phone } = sample.field_data;
    for (const search of [name.slice(1), email.toUpperCase(), phone.slice(-6), sample.leadId.slice(4), ` ${email} `]) {
      const { body } = await list(platform, { search, limit: '100' });
      const needle = search.trim().toLowerCase();
      const expected = all.filter(({ leadId, field_data: contact }) =>
        [contact['full name'], contact.email, contact.phone_number, leadId].some((text) =>
          text.toLowerCase().includes(needle),
        ),
      );
      expect(body.data).toEqual(expected);
      expect([body.totalItems, expected.includes(sample)]).toEqual([expected.length, true]);
    }
    for (const search of ['%', '_', '\\', '%%%', 'a%b', sample.formName ?? '', 'no such person'])
      expect([search, (await list(platform, { search })).body]).toEqual([search, emptyList]);
    expect((await list(platform, { search: '' })).body.totalItems).toBe(all.length);
    expect((await list(platform, { search: `${email}\u0000` })).body.data).toContainEqual(sample);
  });

  test('[S6.BEAR.3] are visible only to their owner, and the list is empty for a person without a connection', async () => {
    const stranger = await newPerson(api);
    expect(await list(platform, {}, stranger)).toEqual({ status: 200, body: emptyList });
    const [lead] = (await list(platform)).body.data;
    expect((await list(platform, { search: lead?.leadId ?? '' }, stranger)).body).toEqual(emptyList);
  });
});

test('[S7.LM.2] the search ignores the case of non-ASCII letters', async () => {
  await submitLead(api.sandbox, {
    platform: 'facebook',
    fields: { full_name: 'ÄGIDIUS Übermut', email: 'ae@example.test' },
  });
  const found = await api.waitUntil(async () => (await list('facebook', { search: 'ägidius ÜBER' })).body.data[0]);
  expect(found.field_data).toMatchObject({ 'full name': 'ÄGIDIUS Übermut', email: 'ae@example.test' });
});

describe('the leads of the Facebook forms', () => {
  test('[S1.LEADS.3] [S3.MLEAD.1] [S3.MLEAD.2] [S7.FL.3] are returned on one page with all answers, with paging fields on both levels', async () => {
    const { status, body } = await askForms();
    expect(status).toBe(200);
    const { data: nested, success: _success, ...paging } = body;
    expect(paging).toEqual({ page: 1, totalPages: 1, totalItems: nested.data.length, nextPage: null });
    const { data: leads, ...nestedPaging } = nested;
    expect(nestedPaging).toEqual({ ...paging, success: true });
    for (const lead of leads) {
      expect(lead).toMatchObject({
        id: expect.any(String),
        created_time: expect.any(String),
        pageId: expect.any(String),
        formId: expect.any(String),
        formName: expect.any(String),
      });
      expect(lead.field_data.length).toBeGreaterThan(2);
      for (const { name, values } of lead.field_data)
        expect([typeof name, Array.isArray(values)]).toEqual(['string', true]);
    }
    expect(new Set(leads.map(({ formName }) => formName)).size).toBe(2);
    expect(leads.some(({ field_data: answers }) => answers.some(({ values }) => values.length > 1))).toBe(true);
    const organic = leads.filter(({ is_organic: isOrganic }) => isOrganic);
    expect(organic.length).toBeGreaterThan(0);
    for (const lead of organic) expect(lead).not.toHaveProperty('ad_id');
  });

  test('[S7.FL.4] have the same order as the leads of the tab', async () => {
    const ids = (await listFormLeads(api, reader)).map(({ id }) => id);
    expect(ids).toEqual((await listAllLeads(api, reader, 'facebook')).map(({ leadId }) => leadId));
  });

  test('are paged when the request has a page or limit', async () => {
    const { body } = await askForms({ page: '2', limit: '7' });
    const all = await listFormLeads(api, reader);
    expect(body.data.data).toEqual(all.slice(7, 14));
    expect(body).toMatchObject({ page: 2, totalPages: Math.ceil(all.length / 7), totalItems: all.length, nextPage: 3 });
    expect((await askForms({ page: '1' })).body.data.data).toHaveLength(50);
  });

  test('return 403 without a grant, and 409 when the grant is no longer accepted', async () => {
    const person = await newPerson(api);
    expect(await askForms(undefined, person)).toEqual({
      status: 403,
      body: { success: false, message: 'Facebook account is not connected', code: 'NOT_CONNECTED' },
    });
    await connectPlatform(api, person, 'facebook');
    await awaitFirstRead(api, person, 'facebook');
    await api.context.db.execute(
      sql`update connections set reconnect_reason = 'Sample reason' where workspace_id = ${person.workspaceId}`,
    );
    expect(await askForms(undefined, person)).toEqual({
      status: 409,
      body: { success: false, message: 'Sample reason', code: 'RECONNECT_NEEDED' },
    });
  });
});

describe('opening a list', () => {
  const readCalls = async () => {
    const counts = await readCallCounts(api.sandbox);
    return Object.entries(counts).filter(([name]) => /me\/accounts|advertiser\/get/.test(name));
  };

  test('reads the forms at most once a minute', async () => {
    const before = await readCalls();
    expect(before).toHaveLength(2);
    for (let times = 0; times < 3; times += 1) {
      for (const platform of platforms) await list(platform);
      await askForms();
    }
    expect(await readCalls()).toEqual(before);
  });

  test('[S1.LEADS.3] of Facebook form leads waits for a due read', async () => {
    const { leadId } = await submitLead(api.sandbox, { platform: 'facebook', webhook: false });
    expect((await listFormLeads(api, reader)).map(({ id }) => id)).not.toContain(leadId);
    await underLimitAgain(api, reader, 'facebook');
    expect((await listFormLeads(api, reader))[0]?.id).toBe(leadId);
  });

  test.each(platforms)('of stored leads of %s starts a read without waiting for it', async (platform) => {
    const { leadId } = await submitLead(api.sandbox, { platform, webhook: false });
    await underLimitAgain(api, reader, platform);
    await orderFaults(api.sandbox, { provider: platform, kind: 'slow', delayMs: 300, count: 1 });
    expect((await list(platform)).body.data.map((lead) => lead.leadId)).not.toContain(leadId);
    await api.waitUntil(async () => (await list(platform)).body.data[0]?.leadId === leadId);
  });

  test('right after connecting waits for the first read', async () => {
    const person = await newPerson(api);
    await connectPlatform(api, person, 'facebook');
    expect((await listFormLeads(api, person)).length).toBeGreaterThanOrEqual(60);
  });
});

describe('when Facebook fails', () => {
  const failures = [
    { kind: '429', path: 'me/accounts', retryAfterSeconds: 900, status: 429, code: 'PLATFORM_THROTTLED' },
    { kind: 'permission', path: 'me/accounts', status: 409, code: 'SCOPE_MISSING' },
    { kind: 'permission', path: 'leadgen_forms', status: 502, code: 'PLATFORM_FAILED' },
  ];
  test.each(failures)(
    '$kind of $path: returns the failure when no leads are stored',
    async ({ status, code, ...fault }) => {
      const person = await newPerson(api);
      await orderFaults(api.sandbox, { provider: 'facebook', count: 50, ...fault });
      await connectPlatform(api, person, 'facebook');
      await awaitFirstRead(api, person, 'facebook');
      const { status: answered, body } = await askForms(undefined, person);
      expect([answered, body.code, body.success]).toEqual([status, code, false]);
      expect(body.message.length).toBeGreaterThan(10);
    },
  );

  test.each(failures)(
    '$kind of $path: returns stored leads, if any',
    async ({ status: _status, code: _code, ...fault }) => {
      const person = await newReader(api, 'facebook');
      const stored = await listFormLeads(api, person);
      await underLimitAgain(api, person, 'facebook');
      await orderFaults(api.sandbox, { provider: 'facebook', count: 50, ...fault });
      expect(await listFormLeads(api, person)).toEqual(stored);
    },
  );

  test('reports a missing permission to read leads', async () => {
    const person = await newPerson(api);
    await connectPlatform(api, person, 'facebook', { untick: ['leads_retrieval'] });
    await awaitFirstRead(api, person, 'facebook');
    const { status, body } = await askForms(undefined, person);
    expect([status, body.code]).toEqual([409, 'SCOPE_MISSING']);
    expect(body.message).toContain('The leads of your forms');
  });
});

test.each(platforms)('stored leads of %s stay after disconnecting', async (platform) => {
  const person = await newReader(api, platform);
  const before = await listAllLeads(api, person, platform);
  expect(before.length).toBeGreaterThan(2);
  await api.request(disconnect, { token: person.token, params: { platform } });
  expect(await listAllLeads(api, person, platform)).toEqual(before);
});
