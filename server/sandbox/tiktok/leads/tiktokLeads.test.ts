import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../support/clock.ts';
import { startSandbox } from '../../startSandbox.ts';
import type { RunningSandbox } from '../../startSandbox.ts';
import { testApp, createTikTokClient } from '../testing/tiktokClient.ts';
import type { Envelope, TikTokClient } from '../testing/tiktokClient.ts';
import { createTikTokData } from '../tiktokData.ts';
import { createExportTasks } from './exportTasks.ts';
import { createDelivery } from './leadEvent.ts';
import { createLeadStore } from './leadStore.ts';

let sandbox: RunningSandbox;
let tiktok: TikTokClient;
let accessToken: string;
let advertiserId: string;
let formId: string;

const get = (path: string, parameters: Record<string, unknown> = {}) =>
  tiktok.get(path, { advertiser_id: advertiserId, ...parameters }, accessToken);

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  tiktok = createTikTokClient(sandbox.url);
  const session = await tiktok.signIn();
  accessToken = session.accessToken;
  advertiserId = session.advertisers[0] ?? '';
  const forms = await get('/page/get/', { business_type: 'LEAD_GEN' });
  formId = String(forms.data.list?.[0]?.page_id);
});
afterEach(() => sandbox.close());

const control = async (path: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
};

const silo = (region: string): Record<string, string> => (region === '' ? {} : { 'x-lead-region': region });

const task = (region: string, more: object = {}): Promise<Envelope> =>
  tiktok.post(
    '/page/lead/task/',
    { advertiser_id: advertiserId, page_id: formId, ...more },
    { 'Access-Token': accessToken, ...silo(region) },
  );

const download = (region: string, taskId: unknown): Promise<Response> =>
  fetch(
    `${sandbox.url}/open_api/v1.3/page/lead/task/download/?advertiser_id=${advertiserId}&task_id=${String(taskId)}`,
    { headers: { 'Access-Token': accessToken, ...silo(region) } },
  );

const exportOf = async (region: string): Promise<string> => {
  const { data } = await task(region);
  const answer = await download(region, data.task_id);
  return new TextDecoder('utf8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
};

describe('forms', () => {
  it('are listed in pages of at most a hundred, with their questions', async () => {
    const forms = await get('/page/get/', { business_type: 'LEAD_GEN', page_size: 100 });
    expect(forms.data.list).toEqual([expect.objectContaining({ page_id: formId, status: 'PUBLISHED' })]);
    expect(forms.data.page_info).toEqual({ page: 1, page_size: 100, total_number: 1, total_page: 1 });
    expect((await get('/page/get/', { page_size: 101 })).code).toBe(40002);
    for (const path of ['/page/field/get/', '/lead/field/get/']) {
      const fields = await get(path, { page_id: formId });
      expect(fields.data.fields).toEqual(['name', 'email', 'phone_number', 'Which model?']);
      expect((await get(path, { page_id: '1' })).code).toBe(40007);
    }
  });
});

describe('exports', () => {
  it('contain the leads of only one region', async () => {
    await control('tiktok/tasks', { stepMs: 0 });
    const [eu, us, rest] = await Promise.all([exportOf('eu'), exportOf('us'), exportOf('')]);
    expect(eu).toMatch(
      /^\uFEFFlead id,created_time,ad_id,.*,form_id,form_name,Name,Email,Phone number,Which model\?\r\n"=""76\d{17}""",[-\d]+ [:\d]+\(UTC\+00:00\),/,
    );
    expect(eu).toContain('"Coupe, ""red"""');
    expect(us).toBe('');
    expect(rest.split('\n')[0]).toBe(eu.split('\n')[0]);
    expect(rest).not.toContain('UTC');
    expect((await task('mars')).code).toBe(40002);
  });

  it('pass through their states and exist only in their own region', async () => {
    await control('tiktok/tasks', { stepMs: 600_000, fail: 1 });
    const created = await task('eu');
    const taskId = created.data.task_id;
    expect(created.data).toEqual({ task_id: taskId, status: 'CREATED' });
    const early = await download('eu', taskId);
    expect(await early.json()).toMatchObject({ code: 40201, data: {} });
    expect((await task('', { task_id: taskId })).code).toBe(40007);
    expect((await task('eu', { task_id: taskId })).data.status).toBe('CREATED');
  });

  it('fail on demand, then succeed, and keep the file for ten minutes', () => {
    let now = 0;
    const tasks = createExportTasks(createClock(() => now));
    tasks.plan.fail = 1;
    const file = { name: 'leads.csv', type: 'csv', bytes: Buffer.from('x') } as const;
    const order = { advertiserId: '1', formId: '2', region: 'eu', file } as const;
    const [failing, lasting] = [tasks.create(order), tasks.create(order)];
    now = 150;
    expect([failing, lasting].map(tasks.stateOf)).toEqual(['RUNNING', 'RUNNING']);
    now = 300;
    expect([failing, lasting].map(tasks.stateOf)).toEqual(['FAILED', 'SUCCEED']);
    now += 600_000;
    expect(tasks.requireFile(lasting)).toBe(file);
    now += 1;
    expect(() => tasks.requireFile(lasting)).toThrow('expired');
    expect(() => tasks.requireFile(failing)).toThrow('failed');
  });
});

it('delivers a lead to every subscription until the token expires', async () => {
  const subscribe = (detail: object = {}) =>
    tiktok.post('/subscription/subscribe/', {
      ...testApp,
      subscribe_entity: 'LEAD',
      callback_url: 'http://127.0.0.1:9/webhooks/tiktok',
      subscription_detail: { access_token: accessToken, advertiser_id: advertiserId, ...detail },
    });
  const submit = () => control('leads', { platform: 'tiktok', webhook: false });
  const { data } = await subscribe();
  await subscribe({ page_id: formId });
  expect(await submit()).toMatchObject({ formId, subscribers: 2 });
  expect((await subscribe({ page_id: '1' })).code).toBe(40007);
  expect((await subscribe({ advertiser_id: '1' })).code).toBe(40001);
  expect((await subscribe({ access_token: 'unknown' })).code).toBe(40105);

  const end = () => tiktok.post('/subscription/unsubscribe/', { ...testApp, subscription_id: data.subscription_id });
  expect([(await end()).code, (await end()).code]).toEqual([0, 40007]);
  expect(await submit()).toMatchObject({ subscribers: 1 });

  await tiktok.post('/oauth2/revoke_token/', { ...testApp, access_token: accessToken });
  expect(await submit()).toMatchObject({ subscribers: 0 });
  const listed = await tiktok.get('/subscription/get/', { ...testApp, subscribe_entity: 'LEAD' }, '');
  expect(listed.data.subscriptions).toEqual([
    expect.objectContaining({
      subscription_detail: expect.objectContaining({ access_token: accessToken, page_id: formId }),
    }),
  ]);
});

it('has one test lead per form', async () => {
  const form = { advertiser_id: advertiserId, page_id: formId };
  const headers = { 'Access-Token': accessToken };
  const made = await tiktok.post('/page/lead/mock/create/', form, headers);
  expect(made.data.meta_data).toMatchObject({ page_id: formId, lead_source: 'INSTANT_FORM' });
  expect((await tiktok.post('/page/lead/mock/create/', form, headers)).code).toBe(40050);
  expect((await get('/page/lead/mock/get/', { page_id: formId })).data).toEqual(made.data);
  await tiktok.post('/page/lead/mock/delete/', form, headers);
  expect((await get('/page/lead/mock/get/', { page_id: formId })).code).toBe(40007);
});

const storeOf = (seed: number, scale = 1) => {
  const clock = createClock(() => Date.parse('2026-11-21T12:00:00Z'));
  const store = createLeadStore({ seed, clock }, createTikTokData(seed, scale));
  return { store, lead: store.all()[0], text: JSON.stringify(store.all().map((lead) => [lead, [...lead.answers]])) };
};

it('sends event ids as numbers and signs the escaped body', () => {
  const { lead } = storeOf(1);
  if (!lead) throw new Error('no lead');
  const subscription = {
    id: '1',
    callbackUrl: 'http://127.0.0.1:9/',
    accessToken: 't',
    advertiserId: '1',
    pageId: undefined,
  };
  const { body, headers } = createDelivery({ ...lead, answers: new Map([['name', 'Zoë 😀']]) }, subscription, 1_000);
  expect(body).toContain(`"id":${lead.id},`);
  expect(body).toContain('"value":"Zoë 😀"');
  const escaped = body.replace('Zoë 😀', 'Zo\\u00eb \\ud83d\\ude00');
  const signature = createHmac('sha256', testApp.secret).update(escaped).digest('hex');
  expect(headers).toEqual({ 'X-Open-Signature': signature });
});

it('has three leads in three regions, the same for the same seed, and more with a larger scale', () => {
  const { store, text } = storeOf(7);
  expect(store.all().map(({ region }) => region)).toEqual(['eu', 'rest', 'us']);
  expect(store.all().some(({ answers }) => /[^ -~]/.test(answers.get('name') ?? ''))).toBe(true);
  expect(storeOf(7).text).toBe(text);
  expect(storeOf(8).text).not.toBe(text);
  const large = storeOf(7, 10).store;
  expect(new Set(large.all().map(({ id }) => id)).size).toBe(30);
  expect(new Set(large.all().map(({ form }) => form.id)).size).toBe(20);
  expect(['eu', 'us', 'rest']).toContain(large.submit({})?.region);
});
