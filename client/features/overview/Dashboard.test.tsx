import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildOverview, buildOverviewAccount, everyDay } from '#client/testing/overview.ts';
import { buildConnection, buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import type { Overview, OverviewSeries } from '#shared/contracts/overview.ts';
import { addDays, countDays, localDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

setUpFakeServer();

const user = buildUser({
  google: true,
  facebook: true,
  defaultAccounts: { google: ['1'], facebook: ['2'], tiktok: [] },
});
const today = localDay(new Date());
const week: DateRange = { since: addDays(today, -6), until: today };

/** Euros at Google; euros and dollars at Facebook. The cost per conversion has grown, and clicks have doubled. */
const seriesOf = (days: number): OverviewSeries[] => [
  {
    platform: 'google',
    currency: 'EUR',
    current: everyDay(days, { impressions: 1000, clicks: 20, conversions: 1, spend: 30 }),
    previous: everyDay(days, { impressions: 1000, clicks: 10, conversions: 2, spend: 30 }),
  },
  {
    platform: 'facebook',
    currency: 'EUR',
    current: everyDay(days, { impressions: 1000, clicks: 20, conversions: 2, spend: 30 }),
    previous: everyDay(days, { impressions: 1000, clicks: 10, conversions: 2, spend: 30 }),
  },
  {
    platform: 'facebook',
    currency: 'USD',
    current: everyDay(days, { impressions: 500, clicks: 10, conversions: 0, spend: 5 }),
    previous: everyDay(days, { impressions: 500, clicks: 5, conversions: 1, spend: 10 }),
  },
];

const answer = (change: (range: DateRange) => Partial<Overview> = () => ({}), series = seriesOf): void =>
  fakeServer().on(getOverview, ({ query }) => {
    const range = { since: query['since'] ?? '', until: query['until'] ?? '' };
    return { data: buildOverview(range, series(countDays(range)), change(range)) };
  });

const open = (search = '') => renderApp({ path: `/overview${search}`, user });
const tile = (name: string) =>
  within(screen.getByRole('group', { name: 'Metrics' })).getByRole('button', { name: new RegExp(`^${name}`) });
const tileText = (name: string): string => tile(name).textContent.replaceAll(/\s+/g, ' ');
const chart = () => screen.getByRole('slider');
const pointText = (): string | null => chart().getAttribute('aria-valuetext');
const ranges = () =>
  fakeServer()
    .calls(getOverview)
    .map(({ query }) => query);

it('shows each metric with its previous value, and money per currency', async () => {
  answer();
  await open();
  await screen.findByRole('slider');
  expect(ranges()).toEqual([week]);
  expect(tileText('Spend')).toContain('€420.00');
  expect(tileText('Spend')).toContain('$35.00');
  expect(tileText('Spend')).toContain('down 50% from $70.00 in the period before');
  expect(tileText('Conversions')).toContain('21');
  expect(tileText('Conversions')).toContain('down 40.0% from 35 in the period before');
  expect(tileText('Cost per conversion')).toContain('€20.00');
  // The dollar spend led to no conversions.
  expect(within(tile('Cost per conversion')).getByRole('img', { name: 'no value' })).toBeVisible();
  expect(tileText('Clicks')).toContain('up 100% from 175 in the period before');
  expect(tileText('Impressions')).toContain('no change');
  expect(tileText('CTR')).toContain('2.0%');
});

it('colors improvements: more clicks, and a lower cost', async () => {
  answer(undefined, (days) => [
    {
      platform: 'google',
      currency: 'EUR',
      current: everyDay(days, { impressions: 10, clicks: 2, conversions: 2, spend: 10 }),
      previous: everyDay(days, { impressions: 10, clicks: 1, conversions: 1, spend: 20 }),
    },
  ]);
  await open();
  await screen.findByRole('slider');
  expect(within(tile('Cost per conversion')).getByText('↓ 75.0%')).toHaveClass('text-success');
  expect(within(tile('Clicks')).getByText('↑ 100%')).toHaveClass('text-success');
  // Lower spend is neither better nor worse.
  expect(within(tile('Spend')).getByText('↓ 50.0%')).toHaveClass('text-muted');
});

it('shows no comparison when the previous days are too old to read', async () => {
  answer();
  await open(`?since=${addDays(today, -499)}&until=${today}`);
  await screen.findByRole('slider', { name: 'Conversions by week' });
  expect(tileText('Conversions')).toContain('no value before');
  expect(within(screen.getByRole('row', { name: /^Google/ })).getByText('no value before')).toBeVisible();
  expect(pointText()).toMatch(/: Conversions 21$/);
  expect(document.querySelector('[data-line=previous]')).toBeNull();
});

it('shows stored metrics after the only connection is lost', async () => {
  answer();
  const lost = buildConnection('facebook', { state: 'reconnect', reason: 'Facebook asks you to grant access again' });
  fakeServer().on(listConnections, () => ({ data: [lost] }));
  await renderApp({ path: '/overview', user: buildUser() });
  await untilConnected();
  // The client requests connections only after a notification reports a lost connection.
  expect(fakeServer().calls(listConnections)).toEqual([]);
  fakeServer().emit('connection_lost', { platform: 'facebook', message: 'Access lost', notificationId: 1 });
  expect(await screen.findByRole('slider')).toBeVisible();
  expect(tileText('Conversions')).toContain('21');
  expect(screen.queryByRole('heading', { name: 'Three steps to your figures' })).toBeNull();
});

it('draws the selected metric, keeps it in the address and ranks campaigns by it', async () => {
  const campaign = (name: string, clicks: number, conversions: number): Overview['campaigns'][number] => ({
    platform: 'google',
    accountId: '1',
    accountName: 'Account 1',
    campaignId: name,
    campaignName: name,
    currency: 'EUR',
    impressions: 1000,
    clicks,
    conversions,
    spend: 10,
  });
  answer(() => ({ campaigns: [campaign('Many clicks', 35, 1), campaign('Many conversions', 7, 7)] }));
  const { actor } = await open();
  await screen.findByRole('slider', { name: 'Conversions by day' });
  const campaigns = (): (string | null)[] =>
    within(screen.getByRole('table', { name: /^Top campaigns/ }))
      .getAllByRole('rowheader')
      .map((header) => header.textContent);
  expect(campaigns()).toEqual(['Google:Many conversions Account 1', 'Google:Many clicks Account 1']);
  await actor.click(tile('Clicks'));
  expect(tile('Clicks')).toHaveAttribute('aria-pressed', 'true');
  expect(tile('Conversions')).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('slider', { name: 'Clicks by day' })).toBeVisible();
  expect(campaigns()).toEqual(['Google:Many clicks Account 1', 'Google:Many conversions Account 1']);
  expect(screen.getByRole('row', { name: /Many clicks/ })).toHaveTextContent('10.0%');
  expect(window.location.search).toBe('?metric=clicks');
  expect(ranges()).toHaveLength(1);
});

it('draws money in one currency at a time', async () => {
  answer();
  const { actor } = await open('?metric=spend');
  await screen.findByRole('slider', { name: 'Spend by day' });
  expect(pointText()).toMatch(/: Spend €60\.00, .* €60\.00$/);
  const split = screen.getByRole('table', { name: 'Spend by platform' });
  expect(within(split).getByRole('row', { name: /Facebook/ })).toHaveTextContent('€210.00');
  await actor.click(screen.getByRole('button', { name: 'USD' }));
  expect(pointText()).toMatch(/: Spend \$5\.00, .* \$10\.00$/);
  // Only Facebook has dollars, so there is no split by platform.
  expect(screen.queryByRole('table', { name: 'Spend by platform' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Lines' })).toBeNull();
});

it('moves the crosshair with the arrow keys and announces its values', async () => {
  answer(undefined, (days) => [
    {
      platform: 'google',
      currency: 'EUR',
      current: { ...everyDay(days, {}), conversions: [1, 2, 3, 4, 5, 6, 7] },
      previous: { ...everyDay(days, {}), conversions: [0, 0, 0, 0, 0, 0, 9] },
    },
  ]);
  const { actor } = await open();
  await screen.findByRole('slider');
  act(() => chart().focus());
  await actor.keyboard('{Home}');
  expect(chart()).toHaveAttribute('aria-valuenow', '0');
  expect(pointText()).toMatch(/: Conversions 1, .* 0$/);
  await actor.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(pointText()).toMatch(/: Conversions 2, /);
  await actor.keyboard('{End}{ArrowRight}');
  expect(pointText()).toMatch(/: Conversions 7, .* 9$/);
  expect(document.querySelector('[data-crosshair]')).not.toBeNull();
  expect(document.querySelector('[data-tooltip]')).toHaveTextContent(/Conversions7/);
  await actor.keyboard('{Escape}');
  expect(document.querySelector('[data-crosshair]')).toBeNull();
});

it('has a line for each platform, and a table with the same values', async () => {
  answer();
  const { actor } = await open();
  await screen.findByRole('slider');
  await actor.click(screen.getByRole('button', { name: 'By platform' }));
  expect(pointText()).toMatch(/: Google 1, Facebook 2$/);
  expect(document.querySelectorAll('[data-line]')).toHaveLength(2);
  await actor.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = await screen.findByRole('region', { name: 'Conversions by day, table' });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(8);
  expect(rows[0]).toHaveTextContent('DaysGoogleFacebook');
  for (const row of rows.slice(1)) expect(row).toHaveTextContent(/12$/);
  await actor.click(screen.getByRole('button', { name: 'Total' }));
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/3.*5$/);
});

it('loads another period, also by its letter, and keeps the old metrics until the new ones arrive', async () => {
  let release: (() => void) | undefined;
  fakeServer().on(getOverview, async ({ query }) => {
    const range = { since: query['since'] ?? '', until: query['until'] ?? '' };
    if (range.since === range.until)
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    return { data: buildOverview(range, seriesOf(countDays(range))) };
  });
  const { actor } = await open();
  await screen.findByRole('slider');
  await actor.keyboard('e');
  await waitFor(() => expect(release).toBeDefined());
  expect(screen.getByRole('button', { name: 'Period: Yesterday' })).toBeVisible();
  expect(tileText('Conversions')).toContain('21');
  release?.();
  await waitFor(() => expect(tileText('Conversions')).toMatch(/Conversions ?3 ?3/));
  const yesterday = addDays(today, -1);
  expect(window.location.search).toBe(`?since=${yesterday}&until=${yesterday}`);
  act(() => window.history.back());
  await screen.findByRole('button', { name: 'Period: Last 7 days' });
});

it('accepts custom days, and draws long ranges in weeks', async () => {
  answer();
  const until = addDays(today, -1);
  const { actor } = await open(`?since=${addDays(until, -350)}&until=${until}`);
  await screen.findByRole('slider', { name: 'Conversions by week' });
  // 50 weeks and one day.
  expect(chart()).toHaveAttribute('aria-valuemax', '50');
  expect(pointText()).toMatch(/: Conversions 21, .* 35$/);
  act(() => chart().focus());
  await actor.keyboard('{Home}');
  expect(pointText()).toMatch(/: Conversions 3, .* 5$/);
  await actor.click(screen.getByRole('button', { name: /^Period: / }));
  await actor.click(screen.getByRole('button', { name: 'Other days…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Date range' }));
  await actor.selectOptions(dialog.getByLabelText('Quick select'), 'Last 30 days');
  await actor.click(dialog.getByRole('button', { name: 'Apply Changes' }));
  expect(await screen.findByRole('slider', { name: 'Conversions by day' })).toHaveAttribute('aria-valuemax', '29');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows what is still loading, polls without a live connection, and shows the result', async () => {
  fakeServer().admit(new Error('no live connection'));
  let isReading = true;
  fakeServer().on(getOverview, ({ query }) => {
    const range = { since: query['since'] ?? '', until: query['until'] ?? '' };
    const state = isReading ? 'reading' : 'ready';
    return {
      data: buildOverview(range, isReading ? [] : seriesOf(7), {
        isReading,
        accounts: [
          buildOverviewAccount('google', 1),
          buildOverviewAccount('facebook', 2, { state, missingDays: isReading ? 14 : 0 }),
        ],
      }),
    };
  });
  await open();
  expect(await screen.findByText(/Reading 1 of 2 accounts… 14 days to go/)).toBeVisible();
  expect(screen.getByText(/are being read from the platforms for the first time/)).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
  isReading = false;
  expect(await screen.findByRole('slider')).toBeVisible();
  expect(screen.getByText(/2 accounts/)).toBeVisible();
});

it('reloads when the server reports changed metrics', async () => {
  answer();
  await open();
  await screen.findByRole('slider');
  await untilConnected();
  answer(undefined, (days) => seriesOf(days).slice(0, 1));
  fakeServer().emit('insights_changed', { platform: 'facebook' });
  await waitFor(() => expect(tileText('Conversions')).toMatch(/^Conversions ?7/));
});

it('shows working accounts next to a failing account, with the reason and a fix', async () => {
  const reason = 'Facebook asks you to grant access again';
  answer(() => ({
    accounts: [
      buildOverviewAccount('google', 1),
      buildOverviewAccount('facebook', 2, { state: 'failing', problem: reason, missingDays: 3 }),
    ],
    accountsLeftOut: 4,
    connections: [buildConnection('facebook', { state: 'reconnect', reason })],
  }));
  const { actor } = await open();
  const notice = await screen.findByRole('note', { name: 'Warning' });
  expect(notice).toHaveTextContent('1 of 2 accounts could not be read.');
  expect(notice).toHaveTextContent(`Account 2 (Facebook): ${reason}`);
  expect(tileText('Conversions')).toContain('21');
  expect(screen.getByText('Access lost')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Reconnect Facebook Ads' })).toHaveAttribute('href', '/facebook');
  await actor.click(screen.getByText('Where these figures come from'));
  expect(await screen.findByRole('row', { name: /Account 2/ })).toHaveTextContent('3 days missing');
  expect(screen.getByRole('row', { name: /Account 1/ })).toHaveTextContent('Europe/Berlin');
  expect(screen.getByText(/Left out are 4 accounts/)).toBeVisible();
  expect(screen.getByText('7 days after a click')).toBeVisible();
});

it('reports that no ads were delivered', async () => {
  answer(
    () => ({ accounts: [buildOverviewAccount('google', 1)] }),
    () => [],
  );
  await open();
  expect(await screen.findByText('Nothing was delivered in these days')).toBeVisible();
  expect(tileText('Conversions')).toContain('0');
});

it('shows a failure instead of the metrics, and keeps the rest of the screen', async () => {
  expectConsoleError(/GET \/overview/);
  fakeServer().on(getOverview, () => ({ status: 503, body: { success: false, message: 'Not right now' } }));
  const { actor } = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Not right now');
  expect(screen.getByRole('group', { name: 'Select Your Account' })).toBeVisible();
  answer();
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('slider')).toBeVisible();
});

it('keeps the metrics when a reload fails', async () => {
  expectConsoleError(/GET \/overview/);
  answer();
  const { actor } = await open();
  await screen.findByRole('slider');
  await untilConnected();
  fakeServer().on(getOverview, () => ({ status: 500, body: { success: false } }));
  fakeServer().emit('insights_changed', { platform: 'google' });
  expect(await screen.findByText('The figures could not be read again. They may be out of date.')).toBeVisible();
  expect(tileText('Conversions')).toContain('21');
  answer();
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/could not be read again/)).toBeNull());
});

it('lists the newest leads', async () => {
  answer(() => ({
    newestLeads: [
      {
        platform: 'facebook',
        leadId: '9',
        name: 'Grace Sample',
        formName: 'Brochure request',
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  }));
  await open();
  expect(await screen.findByText('Grace Sample')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All leads' })).toHaveAttribute('href', '/leads?tab=all');
});

it('shows lead outcomes per currency, and links each tile to its campaigns', async () => {
  answer(({ since, until }) => {
    const overview = buildOverview({ since, until }, seriesOf(7));
    const [euros, dollars] = overview.totals.current.spend;
    if (!euros || !dollars) throw new Error('no currencies');
    const current = {
      ...overview.totals.current,
      spend: [
        { ...euros, leadSpend: 300, qualifiedLeads: 6, wonLeads: 2, wonAmount: 1500, otherWonLeads: 2 },
        { ...dollars, qualifiedLeads: 0 },
      ],
    };
    return { hasQualifiedLeads: true, totals: { ...overview.totals, current } };
  });
  await open();
  const tiles = within(await screen.findByRole('region', { name: 'What became of leads' }));
  const text = (name: RegExp) => tiles.getByRole('link', { name }).textContent.replaceAll(/\s+/g, ' ');
  expect(text(/^Qualified leads/)).toContain('6');
  // 120 of the 420 euros were spent by campaigns that cannot bring leads.
  expect(text(/^Cost per qualified lead/)).toContain('€50.00');
  expect(text(/^Cost per qualified lead/)).toContain('without €120.00');
  // The dollar spend led to no qualified lead.
  expect(text(/^Cost per qualified lead/)).toMatch(/without €120\.00-no value before$/);
  expect(text(/^Won amount/)).toContain('€1,500.00');
  expect(text(/^Won amount/)).toContain('2 more in other currencies');
  expect(tiles.getByRole('link', { name: /^Cost per/ })).toHaveAttribute(
    'href',
    '/campaigns?sort=costPerQualifiedLead',
  );
});

it('shows no outcome tiles when no leads are qualified, but lists overdue leads', async () => {
  answer(() => ({ overdue: { leads: 5, minutes: 90 } }));
  await open();
  expect(await screen.findByText(/5 leads have waited longer than 1 h 30 min/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the leads' })).toHaveAttribute(
    'href',
    '/leads?tab=all&response=overdue',
  );
  expect(screen.queryByRole('region', { name: 'What became of leads' })).toBeNull();
});
