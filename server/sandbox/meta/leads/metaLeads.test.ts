import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createClock } from '../../support/clock.ts';
import { startSandbox } from '../../startSandbox.ts';
import { createMetaData } from '../metaData.ts';
import { createFullMetaData } from '../plantedAccount.ts';
import { createGraphClient } from '../testing/graphClient.ts';
import { submitLead } from './leadService.ts';
import { createLeadData } from './leadData.ts';
import { createLeadStore } from './leadStore.ts';

const contextOf = (seed: number, scale: number, now = '2026-11-21T10:00:00Z') => ({
  seed,
  scale,
  clock: createClock(() => Date.parse(now)),
});
const dataOf = (seed: number, scale: number, now?: string) =>
  createLeadData(contextOf(seed, scale, now), createMetaData(seed, scale));

describe('the sample data', () => {
  it('depends on the seed and the day', () => {
    expect(dataOf(1, 1, '2026-11-21T23:00:00Z')).toEqual(dataOf(1, 1));
    const [other, later] = [dataOf(2, 1), dataOf(1, 1, '2026-11-22T10:00:00Z')];
    const ids = (data: ReturnType<typeof dataOf>) => data.leads.map(({ id }) => id);
    expect(new Set([...ids(other), ...ids(dataOf(1, 1))]).size).toBe(120);
    expect(ids(later)).toEqual(ids(dataOf(1, 1)));
    expect(later.leads.map(({ createdAt }) => createdAt - 86_400)).toEqual(
      dataOf(1, 1).leads.map(({ createdAt }) => createdAt),
    );
  });

  it('distributes 60 leads per unit of scale over Pages, then over forms with thousands of leads', () => {
    const countOf = (scale: number) => {
      const { pages, forms, leads } = dataOf(1, scale);
      const largest = Math.max(...forms.map((form) => leads.filter((lead) => lead.form === form).length));
      return { pages: pages.length, forms: forms.length, leads: leads.length, largest };
    };
    expect(countOf(1)).toEqual({ pages: 1, forms: 2, leads: 60, largest: 38 });
    expect(countOf(3)).toEqual({ pages: 3, forms: 6, leads: 180, largest: 38 });
    expect(countOf(100)).toEqual({ pages: 11, forms: 22, leads: 6000, largest: 38 * 90 });
  });

  it('contains invented people of the last 60 days, odd names, multiple answers, and some organic leads', () => {
    const { leads } = dataOf(1, 1);
    const today = Date.parse('2026-11-21') / 1000;
    const valuesOf = (name: string) =>
      leads.flatMap(({ answers }) => answers.filter((answer) => answer.name === name).flatMap(({ values }) => values));
    expect(leads.every(({ createdAt }) => createdAt < today && createdAt >= today - 60 * 86_400)).toBe(true);
    expect(valuesOf('email').every((email) => email.endsWith('@example.test'))).toBe(true);
    expect(valuesOf('email')).toHaveLength(60);
    expect(new Set(valuesOf('email')).size).toBe(60);
    const names = [...valuesOf('full_name'), ...valuesOf('first_name')].join('\n');
    for (const part of ['Jörg', '"Dee"', '=cmd']) expect(names).toContain(part);
    expect(leads.some(({ answers }) => answers.some(({ values }) => values.length > 1))).toBe(true);
    const organic = leads.filter(({ origin }) => origin === undefined).length;
    expect(organic).toBeGreaterThan(2);
    expect(organic).toBeLessThan(20);
  });
});

it('signs events that contain ids above the range of doubles, but no answers', () => {
  const store = createLeadStore(contextOf(1, 1), createFullMetaData(contextOf(1, 1)));
  const [firstPage] = store.pages;
  if (!firstPage) throw new Error('no Page');
  store.setCallback('http://receiver.test/webhooks/meta');
  store.subscribe(firstPage);
  const order = { fields: { email: 'secret@example.test' } };
  const leads = Array.from({ length: 20 }, () => submitLead(store, order));
  const [lead] = leads;
  const { body = '', url, headers = {} } = lead?.deliveries[0] ?? {};
  expect(url).toBe('http://receiver.test/webhooks/meta');
  const signature = createHmac('sha256', 'meta-sandbox-secret-0001').update(body).digest('hex');
  expect(headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
  expect(body).toContain(`"leadgen_id":${lead?.leadId},`);
  expect(body).toContain(`"page_id":${firstPage.id}}`);
  expect(Number.isSafeInteger(Number(lead?.leadId))).toBe(false);
  expect(body).not.toContain('secret@');
  const adIds = leads.map((each) => each?.deliveries[0]?.body.includes('"ad_id":'));
  expect(new Set(adIds)).toEqual(new Set([true, false]));
  expect(submitLead(store, { formId: '600000000000000000' })).toBeUndefined();
});

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const graph = createGraphClient(sandbox.url);
const person = await graph.signIn();
const page = await graph.firstPage(person);
const { rows: pageForms } = await graph.get(`/${page.id}/leadgen_forms`, { access_token: page.token });
const formId = String(pageForms[0]?.id);

describe('over HTTP', () => {
  const appToken = '417700000000123|meta-sandbox-secret-0001';

  it('returns few fields of a form and its leads by default, and others on request', async () => {
    const forms = await graph.get(`/${page.id}/leadgen_forms`, {
      access_token: page.token,
      fields: 'name,leads_count,page_id,questions,organic_leads_count',
    });
    expect(forms.rows[0]).toMatchObject({ id: formId, leads_count: 38, page_id: page.id });
    const leads = await graph.get(`/${formId}/leads`, { access_token: page.token, limit: '100' });
    expect(leads.rows).toHaveLength(38);
    expect(Object.keys(leads.rows[0] ?? {}).toSorted()).toEqual(['created_time', 'field_data', 'id']);
    const times = leads.rows.map((lead) => String(lead.created_time));
    expect(times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/.test(time))).toBe(true);
    expect(times).toEqual(times.toSorted().toReversed());
    const withAd = await graph.get(`/${formId}/leads`, {
      access_token: page.token,
      fields: 'ad_id,campaign_name,is_organic,platform',
      limit: '100',
    });
    const keysOf = (isOrganic: boolean) =>
      new Set(withAd.rows.filter((lead) => lead.is_organic === isOrganic).map((lead) => Object.keys(lead).join()));
    expect(keysOf(true)).toEqual(new Set(['is_organic,platform,id']));
    expect(keysOf(false)).toEqual(new Set(['ad_id,campaign_name,is_organic,platform,id']));
  });

  it('filters leads by time', async () => {
    const filter = async (filtering: string) =>
      graph.get(`/${formId}/leads`, { access_token: page.token, filtering, limit: '100' });
    const at = async (operator: string) => {
      const { rows } = await graph.get(`/${formId}/leads`, { access_token: page.token, limit: '10' });
      const value = Date.parse(String(rows[9]?.created_time)) / 1000;
      return (await filter(JSON.stringify([{ field: 'time_created', operator, value }]))).rows.length;
    };
    expect([await at('GREATER_THAN'), await at('GREATER_THAN_OR_EQUAL'), await at('LESS_THAN')]).toEqual([9, 10, 28]);
    for (const bad of ['soon', '[{"field":"id","operator":"GREATER_THAN","value":1}]'])
      expect((await filter(bad)).body.error).toMatchObject({ code: 100 });
  });

  it('requires the token of the right Page', async () => {
    for (const path of [`/${page.id}/leadgen_forms`, `/${formId}/leads`, `/${page.id}/subscribed_apps`]) {
      const { body } = await graph.get(path, { access_token: person });
      expect(body.error).toMatchObject({ code: 190, message: expect.stringContaining('Page Access Token') });
      expect(body.error).not.toHaveProperty('error_subcode');
    }
    expect((await graph.get('/me', { access_token: page.token })).body.error).toMatchObject({ code: 100 });
    const unknown = await graph.get('/700000000000000000/leadgen_forms', { access_token: page.token });
    expect(unknown.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const inspected = await graph.get('/debug_token', { input_token: page.token, access_token: appToken });
    expect(inspected.body.data).toMatchObject({ type: 'PAGE', expires_at: 0, is_valid: true, profile_id: page.id });
  });

  it('keeps a Page token after a new sign-in, and ends it with its grant', async () => {
    const own = await graph.signIn();
    const { token } = await graph.firstPage(own);
    expect((await graph.firstPage(own)).token).toBe(token);
    expect(token).not.toBe(page.token);
    await graph.send('DELETE', '/me/permissions', { access_token: own });
    const dead = await graph.get(`/${page.id}/leadgen_forms`, { access_token: token });
    expect(dead.body.error).toMatchObject({ code: 190, error_subcode: 458 });
    expect((await graph.get(`/${page.id}/leadgen_forms`, { access_token: page.token })).rows).toHaveLength(2);
  });

  it('allows one test lead per form at a time', async () => {
    const path = `/${formId}/test_leads`;
    const answers = [{ name: 'email', values: ['test@example.test'] }];
    const parameters = { access_token: page.token, field_data: JSON.stringify(answers) };
    const first = await graph.send('POST', path, parameters);
    expect(first.response.status).toBe(200);
    const { id } = z.object({ id: z.string() }).parse(first.body);
    expect((await graph.send('POST', path, parameters)).body.error).toMatchObject({ code: 100 });
    const listed = await graph.get(path, { access_token: page.token, fields: 'id,field_data,is_organic' });
    expect(listed.rows).toEqual([{ id, field_data: answers, is_organic: false }]);
    expect((await graph.send('DELETE', `/${id}`, { access_token: page.token })).body).toEqual({ success: true });
    expect((await graph.get(path, { access_token: page.token })).rows).toEqual([]);
    const dummy = await graph.send('POST', path, { access_token: page.token });
    const dummyId = z.object({ id: z.string() }).parse(dummy.body).id;
    const lead = await graph.get(`/${dummyId}`, { access_token: page.token });
    expect(JSON.stringify(lead.body)).toContain('<test lead: dummy data for full_name>');
    await graph.send('DELETE', `/${dummyId}`, { access_token: page.token });
  });

  it.each<[string, Record<string, string>, number]>([
    ['the token of a person', { access_token: 'EAA' }, 15],
    ['another kind of object', { object: 'user' }, 100],
    ['no address', { callback_url: 'javascript:alert(1)' }, 100],
    // A page of the sandbox, which returns 200 without the challenge.
    ['a callback that does not repeat the challenge', {}, 2200],
    ['a callback that is not there', { path: '/nothing' }, 2200],
  ])('refuses to report leads to %s', async (_what, { path = '/', ...parameters }, code) => {
    const { body } = await graph.send('POST', '/417700000000123/subscriptions', {
      access_token: appToken,
      object: 'page',
      fields: 'leadgen',
      verify_token: 'sandbox-verify-token',
      callback_url: `${sandbox.url}${path}`,
      ...parameters,
    });
    expect(body.error).toMatchObject({ code });
  });

  it('shows whether a Page is subscribed', async () => {
    const path = `/${page.id}/subscribed_apps`;
    const list = async () => (await graph.get(path, { access_token: page.token })).rows;
    expect(await list()).toEqual([]);
    const wrong = await graph.send('POST', path, { access_token: page.token, subscribed_fields: 'feed' });
    expect(wrong.body.error).toMatchObject({ code: 100 });
    await graph.send('POST', path, { access_token: page.token, subscribed_fields: 'leadgen' });
    expect(await list()).toMatchObject([{ id: '417700000000123', subscribed_fields: ['leadgen'] }]);
    await graph.send('DELETE', path, { access_token: page.token });
    expect(await list()).toEqual([]);
  });
});
