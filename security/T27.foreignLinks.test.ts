import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { disconnect } from '#shared/contracts/connections.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import type { PlatformAnswer, Twist } from './testing/startHostilePlatforms.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import type { ProductBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { setTrap } from './testing/setTrap.ts';
import type { Trap } from './testing/setTrap.ts';

let product: ProductBetweenPlatforms;
let trap: Trap;
beforeAll(async () => {
  trap = await setTrap();
  product = await startBetweenPlatforms();
});
afterAll(async () => {
  await product.stop();
  await trap.close();
});

const place = (): string => `http://127.0.0.1:${trap.port}`;
/** The link to a next page with a cursor, which is a URL too, and with the token. */
const next = (): string =>
  `${place()}/v26.0/act_1/insights?access_token=x&after=${encodeURIComponent(`${place()}/next`)}`;

/** Whether a response is JSON for the product. Consent pages and files are not. */
const isData = ({ headers, status, body }: PlatformAnswer): boolean =>
  status === 200 && (headers['content-type'] ?? '').includes('json') && body.at(0) === 0x7b;

/** Adds foreign links wherever a platform could link to its next page or itself. Edits the text, because parsing would break long ids. */
const withLinks: Twist = ({ url }, answer) => {
  if (!isData(answer)) return answer;
  const isFirstPage = !/[?&]after=/.test(url);
  const links = JSON.stringify({
    next: next(),
    nextLink: next(),
    '@odata.nextLink': next(),
    links: { next: next() },
    base_url: place(),
    api_domain: place(),
    token_uri: place(),
  });
  const text = answer.body.toString();
  const own = text === '{}' ? links : `${links.slice(0, -1)},${text.slice(1)}`;
  const twisted = own
    .replace(/"(next|previous)":"http[^"]*"/g, () => `"next":"${next()}"`)
    .replace(/"cursors":\{[^}]*\}/g, '"cursors":{}');
  const hasPages = url.startsWith('/v26.0/') && /"data":\[/.test(text) && isFirstPage;
  const body =
    hasPages && !text.includes('"paging"') ? `${twisted.slice(0, -1)},"paging":{"next":"${next()}"}}` : twisted;
  const headers = {
    ...answer.headers,
    link: `<${next()}>; rel="next"`,
    'content-location': next(),
    refresh: `0; url=${next()}`,
  };
  // An empty last page.
  if (!isFirstPage) return { ...answer, status: 200, headers, body: Buffer.from('{"data":[]}') };
  return { ...answer, headers, body: Buffer.from(body) };
};

/** Answers every call with a redirect that keeps the method and the body. */
const sentOn =
  (status: number): Twist =>
  (_call, answer) => ({ ...answer, status, headers: { location: next() }, body: Buffer.from('') });

const today = utcDay(new Date());

/** Makes every call that uses a platform, for days without stored data. @returns the statuses */
const useAll = async (member: Member, sheet: string, daysBack: number): Promise<number[]> => {
  const [since, until] = [addDays(today, -daysBack - 6), addDays(today, -daysBack)];
  const accounts: Record<string, string[]> = {};
  const statuses: number[] = [];
  for (const platform of platformIds) {
    const { status, body } = await member.request(listAdAccounts[platform]);
    accounts[platform] = status === 200 ? body.accounts.map(({ id }) => id) : ['act_1'];
    statuses.push(status);
  }
  const answers = [
    await member.request(facebookInsights, { body: { since, until, ad_account_ids: accounts['facebook'] } }),
    await member.request(googleCampaigns, {
      body: { startDate: since, endDate: until, customerIds: accounts['google'] },
    }),
    await member.request(tiktokCampaigns, {
      body: { start_date: since, end_date: until, advertiser_ids: accounts['tiktok'] },
    }),
    await member.request(listFacebookLeads),
    await member.request(listLeads.tiktok),
    await member.request(fetchGoogleSheet, { query: { url: sheet } }),
  ];
  const { status, body } = await member.request(exportGoogleSheet, { body: { data: [{ name: 'Ada Example' }] } });
  const isOver = async (): Promise<boolean> => {
    const { data } = (await member.request(getExport, { params: { id: body.data.id } })).body;
    return data.state === 'complete' || data.state === 'failed';
  };
  if (status === 200) await waitUntil(isOver, { what: 'the end of the export' });
  return [...statuses, ...answers.map((answer) => answer.status), status];
};

test('T27 no link or cursor from a platform sends a token to another host', async () => {
  const { platforms } = product;
  const rows = [['Name'], ['Ada Example']];
  const sheet = await putSheet({ url: platforms.url }, 'private-sheet-0123456789', { rows, shared: 'service-account' });
  platforms.twist(withLinks);
  const ada = await newMemberAt(product.url, ...platformIds);
  const statuses = await useAll(ada, sheet, 100);
  expect(statuses.every((status) => status < 500)).toBe(true);
  // The cursor is only a parameter of a URL that the product builds.
  const cursors = platforms.receivedCalls.flatMap(({ url }) =>
    new URL(url, platforms.url).searchParams.getAll('after'),
  );
  expect(new Set(cursors)).toEqual(new Set([`${place()}/next`]));
  expect(trap.visits()).toBe(0);
});

test('T27 no redirect from a platform sends a token to another host', async () => {
  const { platforms } = product;
  platforms.twist((_call, answer) => answer);
  for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
    const ada = await newMemberAt(product.url, ...platformIds);
    platforms.twist(sentOn(status));
    const before = platforms.receivedCalls.length;
    await useAll(ada, `${platforms.url}/spreadsheets/d/private-sheet-0123456789/edit`, 130 + index * 10);
    for (const platform of platformIds) await ada.request(disconnect, { params: { platform } });
    expect(platforms.receivedCalls.length).toBeGreaterThan(before);
    platforms.twist((_call, answer) => answer);
  }
  expect(trap.visits()).toBe(0);
});
