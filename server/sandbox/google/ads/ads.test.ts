import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { dateOfDay } from '../../support/days.ts';
import { startSandbox } from '../../startSandbox.ts';
import { callJson, grantAccess } from '../googleTestClient.ts';
import type { JsonAnswer } from '../googleTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { access_token: token } = await grantAccess(sandbox.url);

const dayMs = 86_400_000;
const dayBefore = (days: number): string => dateOfDay(Math.floor(Date.now() / dayMs) - days);

const clientsQuery =
  'SELECT customer_client.id, customer_client.descriptive_name, customer_client.manager, customer_client.hidden, ' +
  "customer_client.level, customer_client.status FROM customer_client WHERE customer_client.status = 'ENABLED'";

const adsQuery = (since: string, until: string): string =>
  'SELECT segments.date, customer.id, campaign.id, campaign.name, ad_group.id, ad_group_ad.ad.id, ad_group_ad.status, ' +
  'metrics.cost_micros, metrics.clicks, metrics.impressions, metrics.conversions FROM ad_group_ad ' +
  `WHERE segments.date BETWEEN '${since}' AND '${until}' ORDER BY segments.date DESC`;

const search = (customerId: string, body: object, loginCustomerId?: string, method = 'search'): Promise<JsonAnswer> =>
  callJson(`${sandbox.url}/v26/customers/${customerId}/googleAds:${method}`, {
    token,
    method: 'POST',
    body,
    headers: loginCustomerId === undefined ? {} : { 'login-customer-id': loginCustomerId },
  });

const clientSchema = z.object({
  results: z.array(
    z.object({
      customerClient: z.object({ id: z.string(), level: z.string(), manager: z.boolean(), hidden: z.boolean() }),
    }),
  ),
});

const streamSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }));

const roots = async (): Promise<string[]> => {
  const answer = await callJson(`${sandbox.url}/v26/customers:listAccessibleCustomers`, { token });
  return z
    .object({ resourceNames: z.array(z.string()) })
    .parse(answer.body)
    .resourceNames.map((name) => name.replace('customers/', ''));
};

/** Lists the usable accounts with their roots, as the product does. */
const usableAccounts = async (): Promise<Map<string, string | undefined>> => {
  const found = new Map<string, string | undefined>();
  for (const root of await roots()) {
    const answer = await search(root, { query: clientsQuery }, root);
    if (answer.status !== 200) continue;
    for (const { customerClient } of clientSchema.parse(answer.body).results) {
      const isUsable = !customerClient.manager && !customerClient.hidden;
      if (isUsable && !found.has(customerClient.id)) found.set(customerClient.id, root);
    }
  }
  return found;
};

const streamRows = async (customerId: string, root: string | undefined, query: string): Promise<unknown[]> => {
  const answer = await search(customerId, { query }, root, 'searchStream');
  expect(answer.status).toBe(200);
  return streamSchema.parse(answer.body).flatMap((chunk) => chunk.results);
};

const campaignRow = z.object({
  campaign: z.object({ id: z.string(), name: z.string() }),
  metrics: z.object({ clicks: z.string() }),
});

/** Rows of ads, and of campaigns without ads, as in the Preview. */
const previewRows = async (customerId: string, root: string | undefined, since: string, until: string) => {
  const range = `segments.date BETWEEN '${since}' AND '${until}'`;
  const campaignQuery = `SELECT segments.date, campaign.id, campaign.name, metrics.clicks FROM campaign WHERE ${range}`;
  const ads = (await streamRows(customerId, root, adsQuery(since, until))).map((row) => campaignRow.parse(row));
  const campaigns = (await streamRows(customerId, root, campaignQuery)).map((row) => campaignRow.parse(row));
  const withAds = new Set(ads.map(({ campaign }) => campaign.id));
  return { ads, campaigns, campaignOnly: campaigns.filter(({ campaign }) => !withAds.has(campaign.id)) };
};

describe('the sample data', () => {
  test.each([0, 1, 3, 40, 400])(
    'has two usable accounts with 14 and 9 rows in the seven days that end %i days ago',
    async (daysAgo) => {
      const accounts = [...(await usableAccounts())];
      expect(accounts).toHaveLength(2);
      const counts = await Promise.all(
        accounts.map(async ([id, root]) => {
          const { ads, campaignOnly } = await previewRows(id, root, dayBefore(daysAgo + 6), dayBefore(daysAgo));
          return ads.length + campaignOnly.length;
        }),
      );
      expect(counts).toEqual([14, 9]);
    },
  );

  test('has rows up to tomorrow, but no later ones', async () => {
    const [[id, root] = ['', undefined]] = await usableAccounts();
    const { campaigns } = await previewRows(id, root, dayBefore(5), dayBefore(-1));
    expect(campaigns).toHaveLength(14);
    expect(await streamRows(id, root, adsQuery(dayBefore(-2), dayBefore(-5)))).toEqual([]);
  });

  test('campaign rows add Performance Max, which has no ads', async () => {
    const clicksOf = (rows: readonly z.infer<typeof campaignRow>[]) =>
      rows.reduce((sum, { metrics }) => sum + Number(metrics.clicks), 0);
    for (const [id, root] of await usableAccounts()) {
      const { ads, campaigns, campaignOnly } = await previewRows(id, root, dayBefore(6), dayBefore(0));
      expect(campaignOnly).toHaveLength(2);
      for (const { campaign } of campaignOnly) expect(campaign.name).toMatch(/ \| Performance Max \| /);
      expect(clicksOf([...ads, ...campaignOnly])).toBe(clicksOf(campaigns));
    }
  });

  test('produces the same bytes for the same seed, and other data for another seed or scale', async () => {
    const others = await Promise.all(
      [{}, { seed: 2 }, { scale: 3 }].map((options) => startSandbox({ port: 0, ...options })),
    );
    try {
      const [own, same, seeded, scaled] = await Promise.all(
        [sandbox, ...others].map(async ({ url }) => {
          const { access_token: otherToken } = await grantAccess(url);
          const list = await callJson(`${url}/v26/customers:listAccessibleCustomers`, { token: otherToken });
          const { resourceNames } = z.object({ resourceNames: z.array(z.string()) }).parse(list.body);
          const query = adsQuery(dayBefore(10), dayBefore(1));
          const rows = await callJson(`${url}/v26/${resourceNames[0]}/googleAds:search`, {
            token: otherToken,
            method: 'POST',
            body: { query },
          });
          return JSON.stringify({ resourceNames, rows: rows.body });
        }),
      );
      expect(same).toBe(own);
      expect(seeded).not.toBe(own);
      expect(scaled?.match(/customers\/\d+"/g)?.length).toBeGreaterThan(own?.match(/customers\/\d+"/g)?.length ?? 0);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });
});

describe('the wire', () => {
  test('a row has the names, types and shape of the real API', async () => {
    const [[id, root] = ['', undefined]] = await usableAccounts();
    const [row] = await streamRows(id, root, adsQuery(dayBefore(0), dayBefore(0)));
    expect(row).toEqual({
      segments: { date: dayBefore(0) },
      customer: { resourceName: `customers/${id}`, id },
      campaign: {
        resourceName: expect.stringContaining(`customers/${id}/campaigns/`),
        id: expect.any(String),
        name: expect.any(String),
      },
      adGroup: { resourceName: expect.any(String), id: expect.any(String) },
      adGroupAd: {
        resourceName: expect.stringMatching(/adGroupAds\/\d+~\d+$/),
        status: 'ENABLED',
        ad: { resourceName: expect.any(String), id: expect.any(String) },
      },
      metrics: {
        costMicros: expect.stringMatching(/^\d+$/),
        clicks: expect.stringMatching(/^\d+$/),
        impressions: expect.stringMatching(/^\d+$/),
        conversions: expect.any(Number),
      },
    });
  });

  test('omits the results key without rows, in pages and streams', async () => {
    const [[id = '', root] = []] = await usableAccounts();
    const query = adsQuery('2001-01-01', '2001-01-07');
    expect((await search(id, { query }, root)).body).not.toHaveProperty('results');
    const stream = await search(id, { query }, root, 'searchStream');
    expect(stream.body).toEqual([
      {
        fieldMask: expect.stringContaining('metrics.costMicros'),
        requestId: expect.any(String),
        queryResourceConsumption: expect.any(String),
      },
    ]);
  });

  test('all pages together contain all rows', async () => {
    const [[id = '', root] = []] = await usableAccounts();
    await callJson(`${sandbox.url}/control/google/page-size`, { method: 'POST', body: { rows: 5 } });
    const query = adsQuery(dayBefore(6), dayBefore(0));
    const rows: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await search(id, { query, pageToken }, root);
      const page = z.object({ results: z.array(z.unknown()), nextPageToken: z.string().optional() }).parse(body);
      rows.push(...page.results);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    expect(rows).toEqual(await streamRows(id, root, query));
    const bad = await search(id, { query, pageToken: 'bogus' }, root);
    expect(JSON.stringify(bad.body)).toContain('INVALID_PAGE_TOKEN');
    await callJson(`${sandbox.url}/control/google/page-size`, { method: 'POST', body: { rows: 10_000 } });
  });

  test('requires the right login-customer-id', async () => {
    const accounts = await usableAccounts();
    const [direct = '', managed = ''] = accounts.keys();
    const manager = accounts.get(managed) ?? '';
    const query = 'SELECT customer.id FROM customer LIMIT 1';
    const codeOf = async (id: string, login?: string): Promise<unknown> => {
      const { status, body } = await search(id, { query }, login);
      return status === 200 ? 200 : /"errorCode":\{"\w+":"(\w+)"/.exec(JSON.stringify(body))?.[1];
    };
    expect(await codeOf(direct)).toBe(200);
    expect(await codeOf(direct, manager)).toBe(200);
    expect(await codeOf(managed, manager)).toBe(200);
    expect(await codeOf(managed)).toBe('USER_PERMISSION_DENIED');
    expect(await codeOf(managed, direct)).toBe('INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION');
    expect(await codeOf(managed, '123-456-7890')).toBe('INVALID_LOGIN_CUSTOMER_ID');
    expect(await codeOf('1234567890')).toBe('USER_PERMISSION_DENIED');
    const [cancelled = ''] = (await roots()).slice(-1);
    expect(await codeOf(cancelled)).toBe('CUSTOMER_NOT_ENABLED');
  });

  test.each([
    ['SELECT campaign.nonsense FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT ad_group.id FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT campaign.id FROM nowhere', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['SELECT segments.date, metrics.clicks FROM campaign', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
    [
      "SELECT segments.date, metrics.clicks FROM campaign WHERE segments.date >= '2026-01-01'",
      'EXPECTED_FILTERS_ON_DATE_RANGE',
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date BETWEEN '2026-02-02' AND '2026-02-01'",
      'DATE_RANGE_TOO_NARROW',
    ],
    ["SELECT metrics.clicks FROM campaign WHERE segments.date = '01/02/2026'", 'INVALID_DATE_FORMAT'],
    [
      'SELECT metrics.clicks FROM campaign WHERE segments.date DURING LAST_90_DAYS',
      'INVALID_VALUE_WITH_DURING_OPERATOR',
    ],
    ['SELECT campaign.id FROM campaign ORDER BY campaign.name', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE'],
    ['SELECT campaign.id FROM campaign WHERE', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT campaign.id; DROP', 'UNEXPECTED_INPUT'],
  ])('%s is refused with %s', async (query, code) => {
    const [[id = ''] = []] = await usableAccounts();
    const page = await search(id, { query });
    expect(page.status).toBe(400);
    expect(page.body).toMatchObject({
      error: { status: 'INVALID_ARGUMENT', details: [{ errors: [{ errorCode: { queryError: code } }] }] },
    });
    const stream = await search(id, { query }, undefined, 'searchStream');
    expect(stream.body).toMatchObject([{ error: { code: 400 } }]);
  });

  test('applies conditions, order and limit', async () => {
    const [[id = ''] = []] = await usableAccounts();
    const names = async (rest: string): Promise<unknown[]> =>
      (await streamRows(id, undefined, `SELECT campaign.name, campaign.status FROM campaign ${rest}`)).map((row) =>
        z
          .object({ campaign: z.object({ name: z.string() }) })
          .parse(row)
          .campaign.name.split(' | ')
          .at(-1),
      );
    expect(await names('ORDER BY campaign.name')).toEqual(['Spring offer', 'Draft', 'All services', 'Brand', 'Offers']);
    expect(await names('ORDER BY campaign.name DESC LIMIT 1')).toEqual(['Offers']);
    expect(await names("WHERE campaign.status != 'ENABLED'")).toEqual(['Draft']);
    expect(
      await names("WHERE campaign.status IN ('PAUSED', 'REMOVED') AND campaign.advertising_channel_type = DISPLAY"),
    ).toEqual(['Draft']);
  });

  test('refuses metrics of a manager and a page size', async () => {
    const [, manager = ''] = await roots();
    const metrics = await search(manager, { query: 'SELECT metrics.clicks FROM customer' });
    expect(JSON.stringify(metrics.body)).toContain('REQUESTED_METRICS_FOR_MANAGER');
    const sized = await search(manager, { query: 'SELECT customer.id FROM customer', pageSize: 100 });
    expect(JSON.stringify(sized.body)).toContain('PAGE_SIZE_NOT_SUPPORTED');
  });
});
