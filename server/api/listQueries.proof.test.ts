import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { adStatuses } from '#shared/campaigns.ts';
import { leadLists } from '#shared/leadLists.ts';
import { findingKinds } from '#shared/findings.ts';
import { leadMeanings } from '#shared/leadStatuses.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { accountsOf, newOwner } from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
let person: Person;
beforeAll(async () => {
  api = await startTestApi();
  person = await newOwner(api);
});
afterAll(() => api.close());

const parameter = z.object({
  in: z.string(),
  name: z.string(),
  required: z.boolean(),
  schema: z.object({ enum: z.array(z.string()).optional(), const: z.string().optional() }).optional(),
});
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter) }))),
});

type Query = Record<string, string>;

const today = utcDay(new Date());
const range: Query = { since: addDays(today, -8), until: addDays(today, -2) };

/** Values of filters that the contracts do not enumerate. A new filter needs its values here. */
const valuesOf: Record<string, readonly string[]> = {
  page: ['1', '2'],
  limit: ['1', '100'],
  search: ['a', 'Sandbox', '%_\\'],
  month: [today.slice(0, 7)],
  after: ['0'],
  before: ['1'],
  assignee: ['none'],
  tag: ['vip'],
  form: ['1'],
  campaign: ['1'],
  list: leadLists,
  account: ['google:1'],
  platform: platformIds,
  kind: findingKinds,
  columns: ['platform,spend'],
};

const statusesOf = (path: string): readonly string[] => (path.startsWith('/campaigns') ? adStatuses : leadMeanings);

/** The base query alone, with each value of each filter, and with each sort key at each order and level. */
const queriesOf = (path: string, parameters: z.infer<typeof parameter>[], parent: string): Query[] => {
  const options = new Map<string, readonly string[]>();
  const base: Query = {};
  for (const { name, schema, required } of parameters.filter((each) => each.in === 'query')) {
    if (name === 'question' || name === 'answer') continue;
    const named = name in range ? [range[name] ?? ''] : name === 'parent' ? [parent] : valuesOf[name];
    const values = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const]) ?? named;
    const known = name === 'status' ? statusesOf(path) : values;
    if (!known) throw new Error(`${path} has the filter ${name}: give this test values for it`);
    if (required) base[name] = known[0] ?? '';
    options.set(name, known);
  }
  const single = [...options].flatMap(([name, values]) => values.map((value) => ({ ...base, [name]: value })));
  const [sorts = [], orders = ['asc'], levels = [null]] = ['sort', 'order', 'level'].map((name) => options.get(name));
  const sorted = sorts.flatMap((sort) =>
    orders.flatMap((order) => levels.map((level) => ({ ...base, sort, order, ...(level === null ? {} : { level }) }))),
  );
  return [base, ...single, ...sorted];
};

/** Calls that read data from outside Leadlight, or that need a body. */
const isOther = (path: string): boolean =>
  path.includes('{') || /^\/ads\/(?:facebook\/leads|fetch-google-sheet)/.test(path);

test('every list answers with every sort key, order, level and filter in its contract', async () => {
  const { paths } = document.parse((await supertest(api.url).get('/api/openapi.json')).body);
  const [account] = await accountsOf(api, person, 'google');
  valuesOf['account'] = [`google:${account?.id ?? ''}`];
  const campaigns = await supertest(api.url)
    .get('/api/campaigns')
    .query(range)
    .set('Authorization', `Bearer ${person.token}`);
  const first = z.object({ platform: z.string(), id: z.string() }).parse(campaigns.body.data.rows[0]);
  const refused: string[] = [];
  let calls = 0;
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || isOther(path)) continue;
    for (const query of queriesOf(path, get.parameters, `${first.platform}:campaign:${first.id}`)) {
      const { status } = await supertest(api.url)
        .get(`/api${path}`)
        .query(query)
        .set('Authorization', `Bearer ${person.token}`);
      calls += 1;
      if (status !== 200) refused.push(`${status} ${path}?${new URLSearchParams(query).toString()}`);
    }
  }
  expect(refused).toEqual([]);
  expect(calls).toBeGreaterThan(300);
});
