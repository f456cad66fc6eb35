import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import {
  buildCampaignAccount,
  buildCampaignDetail,
  buildCampaignRow,
  buildCampaigns,
  buildSums,
} from '#client/testing/campaigns.ts';
import { buildConnection, buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { restName } from '#shared/campaigns.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { getCampaign, listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import { exportList } from '#shared/contracts/exports.ts';
import type { CampaignRow, Campaigns } from '#shared/contracts/campaigns.ts';
import { addDays, localDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

setUpFakeServer();

const user = buildUser({ google: true, facebook: true });
const today = localDay(new Date());
const week: DateRange = { since: addDays(today, -6), until: today };

const brand = buildCampaignRow('1', { name: 'Brand', children: 2 });
const winter = buildCampaignRow('2', {
  name: 'Winter',
  platform: 'facebook',
  accountId: '2',
  accountName: 'Account 2',
  currency: 'USD',
  status: 'paused',
  sums: buildSums({ spend: 80, impressions: 4000, clicks: 40 }),
});
const groups = ['11', '12'].map((id) =>
  buildCampaignRow(id, { level: 'adset', name: `Group ${id}`, campaignId: '1', campaignName: 'Brand' }),
);

const accounts = [buildCampaignAccount('google', '1'), buildCampaignAccount('facebook', '2', { currency: 'USD' })];

/** Returns the same rows for every list, and the ad groups of the Brand campaign as its children. */
const answer = (rows: readonly CampaignRow[] = [brand, winter], more: Partial<Campaigns> = {}): void => {
  const rangeOf = (query: Record<string, string>): DateRange => ({
    since: query['since'] ?? '',
    until: query['until'] ?? '',
  });
  fakeServer().on(listCampaigns, ({ query }) => ({
    data: buildCampaigns(rangeOf(query), query['parent'] === undefined ? rows : groups, { accounts, ...more }),
  }));
  fakeServer().on(getCampaign, ({ path, query }) => {
    const id = path.split('/').at(-1);
    const row = [...rows, ...groups].find((each) => each.id === id) ?? brand;
    return { data: buildCampaignDetail(row, rangeOf(query)) };
  });
};

const open = async (search = ''): Promise<UserEvent> =>
  (await renderApp({ path: `/campaigns${search}`, user, width: 1440 })).actor;
const table = () => screen.findByRole('grid');
const row = (name: RegExp | string) => screen.getByRole('row', { name });
const cell = (within_: HTMLElement, column: string): string =>
  within_.querySelector(`[data-column="${column}"]`)?.textContent ?? '';
const lastQuery = () => fakeServer().calls(listCampaigns).at(-1)?.query;
const address = (): Record<string, string> => Object.fromEntries(new URLSearchParams(window.location.search));
const names = (): (string | null)[] =>
  [...document.querySelectorAll('tbody th button')].map((button) => button.textContent);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const panel = () => screen.findByRole('complementary', { name: 'Details' });

it('requests the default week sorted by spend, and shows every metric', async () => {
  answer();
  await open();
  await table();
  expect(await screen.findByRole('button', { name: 'Brand' })).toBeVisible();
  expect(lastQuery()).toEqual({ ...week, level: 'campaign', sort: 'spend', order: 'desc', page: '1', limit: '50' });
  const line = row(/Brand/);
  expect(line).toHaveTextContent('Account 1');
  expect(cell(line, 'status')).toBe('Delivering');
  expect(cell(line, 'budget')).toBe('€50.00a day');
  expect(cell(line, 'spend')).toBe('€100.00');
  expect(cell(line, 'impressions')).toBe('10,000');
  expect(cell(line, 'ctr')).toBe('2.0%');
  expect(cell(line, 'cpc')).toBe('€0.50');
  expect(cell(line, 'cpm')).toBe('€10.00');
  expect(cell(line, 'conversions')).toBe('8');
  expect(cell(line, 'leads')).toBe('5');
  expect(cell(line, 'collectedLeads')).toBe('4');
  expect(cell(line, 'costPerLead')).toBe('€25.00');
  // Without leads, a cost per lead would divide by zero.
  expect(within(row(/Winter/)).getByRole('img', { name: 'no value' })).toBeVisible();
});

it('adds up each currency separately, and shows other leads apart', async () => {
  const otherLeads = { organic: 1_007, unknown: 2, imported: 0, byHand: 1 };
  answer([brand, winter, buildCampaignRow('3', { name: 'Third' })], { otherLeads });
  await open();
  const euros = await screen.findByRole('row', { name: /Total EUR/ });
  expect(cell(euros, 'spend')).toBe('€200.00');
  expect(cell(euros, 'costPerLead')).toBe('€25.00');
  expect(cell(row(/Total USD/), 'spend')).toBe('$80.00');
  expect(screen.getByText(/not in the table/)).toHaveTextContent(
    '1,010 leads are not in the table: 1,007 organic, 2 from ads of no connected account, 1 added by hand.',
  );
});

it('counts only the spend of lead campaigns in the total cost per lead, and shows the rest', async () => {
  const compared = buildSums({ spend: 100, collectedLeads: 2 });
  const sums = buildSums({ spend: 300, collectedLeads: 4, clicks: 10 });
  const leadSpend = { current: 80, compared: 30 };
  answer([brand], { totals: [{ currency: 'EUR', sums, compared, leadSpend }] });
  await open('?compare=previous');
  const euros = await screen.findByRole('row', { name: /Total EUR/ });
  expect(cell(euros, 'costPerLead')).toBe('€20.00 up €5.00 (33.3%), €15.00 before↑ €5.00 (33.3%)without €220.00');
  expect(cell(euros, 'cpc')).toMatch(/^€30\.00/);
  expect(screen.getByText(/a cost per lead divides/)).toHaveTextContent('It leaves out €220.00 of other campaigns.');
});

it('shows spend without a breakdown as the last row, which cannot be opened', async () => {
  const group = buildCampaignRow('11', { name: 'Group 11', level: 'adset', campaignId: '1', campaignName: 'Brand' });
  const rest = buildCampaignRow('1', { kind: 'rest', name: restName, level: 'adset', sparkline: [] });
  answer([group, rest]);
  await open('?level=adset');
  const line = await screen.findByRole('row', { name: /Not broken down/ });
  expect(line).toHaveTextContent('Account 1 · without an ad group');
  expect(cell(line, 'spend')).toBe('€100.00');
  expect(cell(line, 'status')).toBe('');
  expect(within(line).queryByRole('button')).toBeNull();
  expect(screen.getByText('1 ad set')).toBeVisible();
  expect(screen.getByText(/totals of campaigns, ad sets and ads are equal/)).toBeVisible();
});

it('restores its state from the address', async () => {
  answer();
  const since = addDays(today, -20);
  await open(
    `?level=ad&since=${since}&until=${today}&compare=year&platform=google,tiktok&account=google:1&status=paused&search=win` +
      '&sort=cpc&order=asc&page=2&columns=clicks,spend',
  );
  await table();
  expect(lastQuery()).toEqual({
    since,
    until: today,
    level: 'ad',
    compare: 'year',
    platform: 'google,tiktok',
    account: 'google:1',
    status: 'paused',
    search: 'win',
    sort: 'cpc',
    order: 'asc',
    page: '1',
    limit: '50',
  });
  expect(button('Ads')).toHaveAttribute('aria-pressed', 'true');
  const titles = screen.getAllByRole('columnheader').map((header) => header.textContent);
  expect(titles).toEqual(['Children', 'Name', 'Clicks', 'Spend']);
  expect(button('Compare: Last year')).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('win');
});

it('ignores invalid values in the address', async () => {
  answer();
  await open('?level=x&compare=y&platform=z&status=9&sort=no&order=up&page=-1&columns=a,b&row=google:campaign:..');
  await table();
  expect(lastQuery()).toEqual({ ...week, level: 'campaign', sort: 'spend', order: 'desc', page: '1', limit: '50' });
});

it('sorts by a clicked header, and reverses the order on a second click', async () => {
  answer();
  const actor = await open('?page=3');
  await table();
  expect(screen.getByRole('columnheader', { name: 'Spend' })).toHaveAttribute('aria-sort', 'descending');
  await actor.click(button('Clicks'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'clicks', order: 'desc', page: '1' }));
  expect(address()).toEqual({ sort: 'clicks' });
  await actor.click(button('Clicks'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'clicks', order: 'asc' }));
  expect(screen.getByRole('columnheader', { name: 'Clicks' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('columnheader', { name: 'Spend' })).not.toHaveAttribute('aria-sort');
  await actor.click(button('Name'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'name', order: 'asc' }));
});

it('sorts by account and platform when their columns are visible', async () => {
  answer();
  const actor = await open('?columns=platform,account,spend');
  await screen.findByRole('button', { name: 'Brand' });
  expect(cell(row(/Winter/), 'platform')).toBe('Facebook');
  expect(cell(row(/Winter/), 'account')).toBe('Account 2');
  await actor.click(button('Account'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'account', order: 'asc' }));
});

it('loads the children of an opened row, and hides them again', async () => {
  answer();
  const actor = await open();
  await table();
  const opener = await screen.findByRole('button', { name: '2 ad groups of Brand' });
  expect(opener).toHaveAttribute('aria-expanded', 'false');
  await actor.click(opener);
  expect(await screen.findByRole('button', { name: 'Group 11' })).toBeVisible();
  expect(names()).toEqual(['Brand', 'Group 11', 'Group 12', 'Winter']);
  expect(lastQuery()).toMatchObject({ parent: 'google:campaign:1', level: 'adset', ...week });
  expect(row(/Group 11/)).toHaveTextContent('Ad group');
  await actor.click(opener);
  expect(names()).toEqual(['Brand', 'Winter']);
});

it('offers a retry for children that failed to load', async () => {
  answer();
  const actor = await open();
  const opener = await screen.findByRole('button', { name: '2 ad groups of Brand' });
  expectConsoleError(/GET \/campaigns: status 500/);
  fakeServer().on(listCampaigns, () => ({ status: 500, body: { success: false } }));
  await actor.click(opener);
  expect(await screen.findByText('These rows could not be loaded')).toBeVisible();
  answer();
  await actor.click(button('Retry'));
  expect(await screen.findByRole('button', { name: 'Group 11' })).toBeVisible();
});

it('filters by platform and status, and clears all filters', async () => {
  answer();
  const actor = await open('?page=2');
  await table();
  await actor.click(button('Filter by status'));
  await actor.click(screen.getByRole('checkbox', { name: 'Paused' }));
  await actor.click(screen.getByRole('checkbox', { name: 'Ended' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'paused,ended', page: '1' }));
  await actor.click(button('Filter by account'));
  await actor.click(screen.getByRole('checkbox', { name: 'Account 2' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ account: 'facebook:2' }));
  await actor.click(button('Clear filters'));
  await waitFor(() => expect(address()).toEqual({}));
});

it('focuses the search on a slash, and shows when nothing matches', async () => {
  answer();
  const actor = await open();
  await table();
  answer([]);
  await actor.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search by name' })).toHaveFocus();
  await actor.keyboard('nothing{Enter}');
  expect(await screen.findByText('No campaigns match these filters')).toBeVisible();
  expect(address()).toEqual({ search: 'nothing' });
});

it('shows an empty state when nothing was delivered', async () => {
  answer([]);
  await open();
  expect(await screen.findByText('Nothing was delivered in these days')).toBeVisible();
});

it('shows value, change and percentage, and marks a lower cost as good', async () => {
  const compared = buildSums({ spend: 120, impressions: 10_000, clicks: 100, conversions: 8, collectedLeads: 4 });
  answer([{ ...brand, compared }, winter], { comparedRange: { since: '2026-11-08', until: '2026-11-14' } });
  const actor = await open();
  await table();
  await actor.click(button('Compare: No comparison'));
  await actor.click(button('Previous range'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ compare: 'previous' }));
  expect(address()).toEqual({ compare: 'previous' });
  const line = await screen.findByRole('row', { name: /Brand/ });
  expect(cell(line, 'spend')).toContain('down €20.00 (16.7%), €120.00 before');
  expect(within(line).getByText('↑ 100 (100%)')).toHaveClass('text-success');
  // The cost per click falls from €1.20 to €0.50.
  expect(within(line).getByText('↓ €0.70 (58.3%)')).toHaveClass('text-success');
  expect(within(line).getByText('↓ €20.00 (16.7%)')).toHaveClass('text-muted');
  expect(within(line).getByText('↑ 1.00 pt (100%)')).toHaveClass('text-success');
  expect(cell(line, 'impressions')).toContain('no change');
  expect(screen.getByText('Compared with Nov 08, 2026 – Nov 14, 2026.')).toBeVisible();
});

it('shows the error of a failing account beside the rows of other accounts', async () => {
  answer([brand], {
    accounts: [
      buildCampaignAccount('google', '1'),
      buildCampaignAccount('facebook', '2', { state: 'failing', problem: 'Facebook asks for a new grant' }),
    ],
  });
  await open();
  const banner = await screen.findByRole('note', { name: 'Warning' });
  expect(banner).toHaveTextContent('1 of 2 accounts could not be read');
  expect(banner).toHaveTextContent('Account 2 (Facebook): Facebook asks for a new grant');
  expect(names()).toEqual(['Brand']);
});

it('shows the progress of loading older days', async () => {
  answer([brand], {
    accounts: [
      buildCampaignAccount('google', '1', {
        state: 'reading',
        completeSince: '2026-09-03',
        backfillUntil: '2025-10-01',
      }),
    ],
  });
  await open();
  expect(await screen.findByText(/Reading older days: complete since Sep 03, 2026/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Days read' })).toBeVisible();
});

it('marks days that may still change, in the row and below the table', async () => {
  const settledUntil = addDays(today, -2);
  answer([brand], {
    accounts: [buildCampaignAccount('google', '1', { settledUntil })],
    days: [0, 1, 2].map((back) => ({ day: addDays(today, back - 2), isSettled: back === 0, isComplete: true })),
  });
  await open();
  expect(await screen.findByRole('rowheader', { name: /Brand.*may still change/ })).toBeVisible();
  expect(screen.getByText(/may still change: platforms go on correcting/)).toBeVisible();
  expect(row(/Brand/).querySelector('svg[role=img] [stroke-dasharray]')).not.toBeNull();
});

it('selects and orders columns by keyboard', async () => {
  answer();
  const actor = await open('?columns=spend,clicks,cpc');
  await table();
  const titles = () =>
    screen
      .getAllByRole('columnheader')
      .slice(2)
      .map((header) => header.textContent);
  await actor.click(button('Columns'));
  (await screen.findByRole('checkbox', { name: 'Spend' })).focus();
  await actor.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(titles()).toEqual(['Clicks', 'Spend', 'CPC']);
  expect(screen.getByRole('checkbox', { name: 'Spend' })).toHaveFocus();
  await actor.click(button('Move CPC up'));
  expect(titles()).toEqual(['Clicks', 'CPC', 'Spend']);
  await actor.click(screen.getByRole('checkbox', { name: 'Clicks' }));
  await actor.click(screen.getByRole('checkbox', { name: 'CTR' }));
  expect(titles()).toEqual(['CPC', 'Spend', 'CTR']);
  expect(address()).toEqual({ columns: 'cpc,spend,ctr' });
  await actor.click(button('Reset'));
  expect(address()).toEqual({});
  expect(titles()).toHaveLength(13);
});

it('opens a row, moves with the arrow keys, closes with Escape and returns the focus', async () => {
  answer();
  const actor = await open();
  await actor.click(await screen.findByRole('button', { name: 'Brand' }));
  const detail = await panel();
  expect(await within(detail).findByRole('heading', { name: 'Brand' })).toBeVisible();
  expect(address()).toEqual({ row: 'google:campaign:1' });
  await within(detail).findByRole('slider', { name: 'Spend by day' });
  expect(detail.contains(document.activeElement)).toBe(true);
  await actor.keyboard('{ArrowDown}');
  expect(await within(detail).findByRole('heading', { name: 'Winter' })).toBeVisible();
  expect(address()).toEqual({ row: 'facebook:campaign:2' });
  // The last row of the page.
  await actor.keyboard('{ArrowDown}');
  expect(address()).toEqual({ row: 'facebook:campaign:2' });
  await actor.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull());
  expect(button('Winter')).toHaveFocus();
  expect(address()).toEqual({});
});

it('updates the detail when the arrow keys move through the table', async () => {
  answer();
  const actor = await open('?row=google:campaign:1');
  const detail = await panel();
  expect(await within(detail).findByRole('heading', { name: 'Brand' })).toBeVisible();
  const first = await screen.findByRole('button', { name: 'Brand' });
  act(() => first.focus());
  await actor.keyboard('{ArrowDown}');
  expect(button('Winter')).toHaveFocus();
  expect(await within(detail).findByRole('heading', { name: 'Winter' })).toBeVisible();
});

it('shows the charts, children, leads, settings and changes of a row', async () => {
  answer();
  fakeServer().on(getCampaign, () => ({
    data: buildCampaignDetail(brand, week, {
      comparedRange: { since: '2026-11-08', until: '2026-11-14' },
      comparedDays: Array.from({ length: 7 }, () => buildSums({ spend: 7 })),
      children: [
        { ...brand, level: 'adset', id: '11', name: 'Group 11', sums: buildSums({ spend: 75 }) },
        { ...brand, kind: 'rest', name: restName, sums: buildSums({ spend: 25 }) },
      ],
      leadSources: { forms: 1, imported: 3 },
      newestLeads: [
        {
          platform: 'google',
          list: 'custom',
          leadId: '9',
          name: 'Ada Lead',
          formName: 'Form',
          createdAt: new Date().toISOString(),
        },
      ],
      settings: {
        objective: 'OUTCOME_LEADS',
        optimizationGoal: null,
        startsAt: '2026-09-01T12:00:00.000Z',
        endsAt: null,
        timeZone: 'Europe/Berlin',
      },
      changes: [{ day: '2026-11-18', what: 'budget', from: '40', to: '50' }],
    }),
  }));
  const actor = await open('?compare=previous&row=google:campaign:1');
  const detail = await panel();
  const chart = await within(detail).findByRole('slider', { name: 'Spend by day' });
  expect(chart.getAttribute('aria-valuetext')).toMatch(/Spend €14\.29, Nov 14, 2026 €7\.00$/);
  await actor.selectOptions(within(detail).getByRole('combobox', { name: 'First metric' }), 'Clicks');
  expect(within(detail).getByRole('slider', { name: 'Clicks by day' })).toBeVisible();
  expect(address()).toMatchObject({ chart: 'clicks,collectedLeads' });
  await actor.selectOptions(within(detail).getByRole('combobox', { name: 'First metric' }), 'CPC');
  expect(within(detail).getByRole('heading', { name: 'Ad groups by spend' })).toBeVisible();
  expect(detail).toHaveTextContent('Group 11€75.00 75.0%');
  expect(detail).toHaveTextContent('Not broken down€25.00 25.0%');
  expect(detail).toHaveTextContent(/1 from forms.*3 imported/);
  expect(detail).toHaveTextContent('Ada Lead');
  expect(detail).toHaveTextContent('ObjectiveOutcome leads');
  expect(detail).toHaveTextContent('ScheduleSince Sep 01, 2026');
  expect(detail).toHaveTextContent('Budget from €40.00 to €50.00');
  expect(within(detail).getByRole('link', { name: 'Open in Google' })).toHaveAttribute(
    'href',
    'https://ads.example.test/1',
  );
});

it('opens the detail as a dialog if there is no room beside the table', async () => {
  answer();
  const { actor } = await renderApp({ path: '/campaigns?row=google:campaign:1', user, width: 360 });
  const dialog = await screen.findByRole('dialog', { name: 'Details' });
  expect(await within(dialog).findByRole('heading', { name: 'Brand' })).toBeVisible();
  // The detail may come before the rows of the table.
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Next row' })).toBeEnabled());
  expect(within(dialog).getByRole('button', { name: 'Previous row' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Next row' }));
  expect(await within(dialog).findByRole('heading', { name: 'Winter' })).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the error for an unknown campaign in the detail', async () => {
  answer();
  expectConsoleError(/status 404/);
  fakeServer().on(getCampaign, () => ({ status: 404, body: { success: false, message: 'This campaign is unknown' } }));
  await open('?row=google:campaign:99');
  expect(await within(await panel()).findByText('This campaign is unknown')).toBeVisible();
});

it('reloads the rows when the server announces new data', async () => {
  answer();
  await open();
  await screen.findByRole('button', { name: 'Brand' });
  await untilConnected();
  answer([{ ...brand, name: 'Renamed' }]);
  fakeServer().emit('insights_changed', { platform: 'google' });
  expect(await screen.findByRole('button', { name: 'Renamed' })).toBeVisible();
});

it('keeps the filters when rows fail to load, and reloads them', async () => {
  expectConsoleError(/GET \/campaigns: status 500/);
  fakeServer().on(listCampaigns, () => ({ status: 500, body: { success: false } }));
  const actor = await open();
  expect(await screen.findByText('The campaigns could not be loaded')).toBeVisible();
  expect(button('Ad sets')).toBeVisible();
  answer();
  await actor.click(button('Retry'));
  expect(await screen.findByRole('button', { name: 'Brand' })).toBeVisible();
});

/** Returns pages of a list of 10,000 campaigns. */
const answerLong = (): void =>
  fakeServer().on(listCampaigns, ({ query }) => {
    const page = Number(query['page']);
    const rows = Array.from({ length: 50 }, (_row, index) => buildCampaignRow(String((page - 1) * 50 + index + 1)));
    return {
      data: buildCampaigns(week, rows, { accounts, page, totalItems: 10_000, totalPages: 200, nextPage: page + 1 }),
    };
  });
const rowPixels = 48;
const scrollTo = async (index: number): Promise<void> => {
  const region = (await table()).parentElement;
  if (!region) throw new Error('no region');
  region.scrollTop = index * rowPixels;
  fireEvent.scroll(region);
};

it('shows a long list as one table, and loads rows during scrolling', async () => {
  answerLong();
  await open();
  expect(await screen.findByRole('button', { name: 'Campaign 1' })).toBeVisible();
  const grid = await table();
  // The count includes the header and the totals.
  expect(grid).toHaveAttribute('aria-rowcount', '10002');
  expect(row(/Total EUR/)).toHaveAttribute('aria-rowindex', '10002');
  expect(screen.getByText('10,000 campaigns')).toBeVisible();
  await scrollTo(5000);
  const far = await screen.findByRole('button', { name: 'Campaign 5001' });
  expect(far.closest('tr')).toHaveAttribute('aria-rowindex', '5002');
  expect(screen.queryByRole('button', { name: 'Campaign 1' })).toBeNull();
  expect(grid.querySelectorAll('tr').length).toBeLessThan(150);
  await waitFor(() => expect(address()).toEqual({ page: '101' }));
  const pages = fakeServer()
    .calls(listCampaigns)
    .map((call) => Number(call.query?.['page']));
  expect(pages.length).toBeLessThan(8);
});

it('starts at the page in the address, and scrolls to the top after a new sort order', async () => {
  answerLong();
  const actor = await open('?page=61');
  expect(await screen.findByRole('button', { name: 'Campaign 3001' })).toBeVisible();
  await actor.click(button('Clicks'));
  expect(await screen.findByRole('button', { name: 'Campaign 1' })).toBeVisible();
  expect(address()).toEqual({ sort: 'clicks' });
});

it('keeps the focused row after scrolling, and moves on from it', async () => {
  answerLong();
  const actor = await open();
  const first = await screen.findByRole('button', { name: 'Campaign 1' });
  act(() => first.focus());
  await scrollTo(5000);
  expect(await screen.findByRole('button', { name: 'Campaign 5001' })).toBeVisible();
  expect(first).toHaveFocus();
  await actor.keyboard('{ArrowDown}');
  expect(button('Campaign 2')).toHaveFocus();
});

it('switches the level and resets the page', async () => {
  answer();
  const actor = await open('?page=2&status=paused');
  await table();
  await actor.click(button('Ad sets'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ level: 'adset', page: '1', status: 'paused' }));
  expect(address()).toEqual({ level: 'adset', status: 'paused' });
});

it('keeps the old rows while new rows load', async () => {
  answer();
  const actor = await open();
  await screen.findByRole('button', { name: 'Brand' });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(listCampaigns, async () => {
    await released;
    return { data: buildCampaigns(week, [winter], { accounts }) };
  });
  await actor.click(button('Ads'));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true'));
  expect(button('Brand')).toBeVisible();
  release();
  await waitFor(() => expect(names()).toEqual(['Winter']));
  expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
});

it('shows only the title and a link to connect a platform when nothing is connected', async () => {
  await renderApp({ path: '/campaigns', user: buildUser() });
  const link = await screen.findByRole('link', { name: 'Connect Google, Facebook or TikTok' });
  expect(link).toHaveAttribute('href', '/overview');
  expect(screen.getByRole('main').textContent).toBe('Campaigns');
  expect(fakeServer().calls(listCampaigns)).toEqual([]);
});

it('shows stored campaigns after the only connection is lost', async () => {
  answer();
  fakeServer().on(listConnections, () => ({ data: [buildConnection('facebook', { state: 'reconnect' })] }));
  await renderApp({ path: '/campaigns', user: buildUser() });
  await untilConnected();
  fakeServer().emit('connection_lost', { platform: 'facebook', message: 'Access lost', notificationId: 1 });
  expect(await screen.findByRole('button', { name: 'Winter' })).toBeVisible();
});

it('exports all rows of the filter to a sheet, and downloads them as CSV', async () => {
  answer();
  fakeServer().on(exportList, () => ({ message: '', data: buildExport({ id: 'export-1', state: 'queued' }) }));
  fakeServer().on(tabulateCampaigns, () => ({
    data: {
      columns: ['Campaign', 'Spend'],
      kinds: ['text' as const, 'money' as const],
      currencies: ['EUR', null],
      rows: [
        ['=Winter, "sale"', 1.5],
        ['Brand', null],
      ],
    },
  }));
  onTestFinished(() => void vi.restoreAllMocks());
  // The simulated browser would navigate to the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const created = vi.spyOn(URL, 'createObjectURL');
  const actor = await open('?status=paused&columns=spend,clicks&page=2');
  await screen.findByRole('button', { name: 'Brand' });
  const query = { ...week, sort: 'spend', order: 'desc', level: 'campaign', status: 'paused', columns: 'spend,clicks' };

  await actor.click(button('CSV'));
  await waitFor(() => expect(created).toHaveBeenCalledOnce());
  expect(fakeServer().calls(tabulateCampaigns)[0]?.query).toEqual(query);
  const file = created.mock.calls[0]?.[0];
  if (!(file instanceof Blob)) throw new Error('no file was made');
  expect(await file.text()).toBe(`\uFEFFCampaign,Spend\r\n"'=Winter, ""sale""",1.50\r\nBrand,`);

  await actor.click(button('File format: Commas, 1234.56'));
  await actor.click(button('Semicolons, 1234,56'));
  expect(localStorage.getItem('persist:csv')).toContain('semicolon');
  await actor.click(button('CSV'));
  await waitFor(() => expect(created).toHaveBeenCalledTimes(2));
  const second = created.mock.calls[1]?.[0];
  if (!(second instanceof Blob)) throw new Error('no second file was made');
  expect(await second.text()).toBe(`\uFEFFCampaign;Spend\r\n"'=Winter, ""sale""";1,50\r\nBrand;`);

  await actor.click(button('Export Google Sheet'));
  await waitFor(() => expect(fakeServer().calls(exportList)[0]?.body).toEqual({ list: 'campaigns', query }));
});

it('shows the cost of qualified leads once people qualify leads, and won amounts by currency', async () => {
  const worked = buildCampaignRow('1', {
    name: 'Brand',
    sums: buildSums({
      spend: 120,
      collectedLeads: 8,
      qualifiedLeads: 3,
      wonLeads: 2,
      wonAmount: 900,
      otherWonLeads: 1,
    }),
  });
  const untouched = buildCampaignRow('2', { name: 'Winter', sums: buildSums({ spend: 50, collectedLeads: 2 }) });
  answer([worked, untouched]);
  const actor = await open();
  await table();
  expect(screen.queryByRole('columnheader', { name: /Qualified leads/ })).toBeNull();
  answer([worked, untouched], { hasQualifiedLeads: true });
  await untilConnected();
  fakeServer().emit('leads_changed', { list: 'facebook' });
  expect(await screen.findByRole('columnheader', { name: /^Qualified leads/ })).toBeVisible();
  const line = row(/Brand/);
  expect(cell(line, 'qualifiedLeads')).toBe('3');
  expect(cell(line, 'costPerQualifiedLead')).toBe('€40.00');
  expect(cell(line, 'wonAmount')).toBe('€900.001 more in another currency');
  expect(cell(row(/Winter/), 'qualifiedLeads')).toBe('0');
  expect(cell(row(/Winter/), 'costPerQualifiedLead')).toBe('-');
  expect(cell(row(/Total EUR/), 'costPerQualifiedLead')).toBe('€56.67');

  await actor.click(button('Columns'));
  await actor.click(await screen.findByRole('checkbox', { name: 'Won leads' }));
  expect(cell(row(/Brand/), 'wonLeads')).toBe('2');
  await actor.click(screen.getByRole('checkbox', { name: 'Won leads' }));
  // Default values are left out of the address.
  expect(address()).toEqual({});
});
