import { expect, test } from 'vitest';
import { defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { publicSheetId } from '#testing/sandbox/sandbox.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { ask } from '#testing/ask.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const range = defaultRange(utcDay(new Date()));

/** Values with which each call succeeds. */
const validFor = ({ platform, id, accountId }: CampaignRow): Readonly<Record<string, string>> => ({
  ...range,
  page: '1',
  limit: '10',
  search: 'Ada',
  after: '0',
  before: '1000',
  url: `${target.sandboxUrl}/spreadsheets/d/${publicSheetId}/edit`,
  id,
  level: 'campaign',
  compare: 'previous',
  platform,
  account: `${platform}:${accountId}`,
  status: 'delivering',
  parent: `${platform}:campaign:${id}`,
  sort: 'name',
  order: 'desc',
  columns: 'spend',
  screen: 'campaigns',
  list: 'custom',
  assignee: 'none',
  tag: 'hot',
  form: 'Test drive',
  campaign: 'Spring',
  question: 'Model',
  answer: 'A',
  response: 'waiting',
  by: 'person',
  duplicates: 'true',
  cells: 'true',
  state: 'open',
  kind: 'pacing',
  month: range.since.slice(0, 7),
});

const firstCampaign = (member: Member): Promise<CampaignRow> =>
  waitUntil(async () => (await member.request(listCampaigns, { query: range })).body.data.rows[0] ?? null, {
    what: 'a campaign',
  });

test('T46 every call refuses a repeated parameter, and a list or an object as its value', async () => {
  const member = await newMember('google', 'facebook');
  const valid = validFor(await firstCampaign(member));
  const valueOf = (name: string): string => {
    const value = valid[name];
    if (value === undefined) throw new Error(`Add a value for the parameter ${name}`);
    return value;
  };
  const calls = (await readDescribedCalls(target.webUrl)).filter(({ query }) => query.length > 0);
  expect(calls.length).toBeGreaterThan(5);
  for (const { path: template, query } of calls) {
    const path = fillCall(template, valid);
    const plain = new URLSearchParams(query.map(({ name }) => [name, valueOf(name)]));
    expect([path, (await member.send(`${path}?${plain}`)).status]).toEqual([path, 200]);
    for (const { name } of query) {
      const value = encodeURIComponent(valueOf(name));
      for (const repeated of [
        `${name}=${value}`,
        `${name}=x`,
        name,
        `x=1&%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`,
      ]) {
        const search = `${plain}&${repeated}`;
        const answer = await member.send(`${path}?${search}`);
        const body = await answer.json();
        expect({ path, search, status: answer.status, code: body.code }).toEqual({
          path,
          search,
          status: 400,
          code: 'VALIDATION',
        });
      }
    }
  }
});

test('T46 a parameter name with brackets is unknown and ignored', async () => {
  const member = await newMember();
  const read = async (search: string) => {
    const answer = await member.send(`/api/meta-custom-leads${search}`);
    return [answer.status, await answer.text()];
  };
  const plain = await read('');
  for (const search of [
    '?search[]=a',
    '?search[$ne]=a',
    '?page[0]=2',
    '?limit[__proto__]=1',
    '?search.x=a',
    '?;page=2',
    '?__proto__[page]=2',
    '?constructor=1',
  ])
    expect({ search, answer: await read(search) }).toEqual({ search, answer: plain });
});

test('T46 a request of Meta with a repeated field is refused', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const [path, body] of [
    ['/webhooks/meta/deauthorize', 'signed_request=a.b&signed_request=a.b'],
    ['/webhooks/meta/data-deletion', 'signed_request[]=a.b'],
  ] as const) {
    const { status } = await ask(target.webUrl, path, { method: 'POST', headers, body });
    expect([path, status]).toEqual([path, 400]);
  }
  const handshake =
    '/webhooks/meta?hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong&hub.verify_token=sandbox-verify-token';
  expect((await ask(target.webUrl, handshake)).status).toBe(403);
});
