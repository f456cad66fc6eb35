import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { facebookRows, googleRows } from '#client/testing/insightRows.ts';
import { button, cellsOf, openFilters, openPreview, sent, stateOf } from '#client/testing/openPreview.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { facebookInsights, googleCampaigns } from '#shared/contracts/insights.ts';
import { addDays, defaultRange, localDay, quickSelectRange } from '#shared/lib/dateRange.ts';

setUpFakeServer();

const today = (): string => localDay(new Date());
const month = () => quickSelectRange('last30Days', today());
const address = (): string => window.location.pathname + window.location.search;
const inAddress = ({ since, until }: { since: string; until: string }): string =>
  `/preview?since=${since}&until=${until}`;
const period = (): HTMLElement => screen.getByRole('button', { name: /^Period: / });
/** A month has fewer rows than a week, so that the test can distinguish them. */
const serveGoogle = (): void =>
  fakeServer().on(googleCampaigns, ({ body }) => {
    const { startDate } = body as { startDate: string };
    return { data: googleRows(startDate === month().since ? 12 : 23), warnings: [] };
  });
const choose = async (actor: Awaited<ReturnType<typeof openPreview>>['actor'], name: string): Promise<void> => {
  await actor.click(period());
  await actor.click(button(name));
};

describe('the preview address', () => {
  it('holds days and page, and shows the same rows on Back and Forward without a call', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1', '2']));
    await screen.findByText('Page 1 of 3');
    expect(address()).toBe('/preview');
    await actor.click(button('Next'));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    expect(address()).toBe('/preview?page=2');
    await choose(actor, 'Last 30 days');
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(address()).toBe(inAddress(month()));

    window.history.back();
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    expect(period()).toHaveTextContent('Last 7 days');
    window.history.forward();
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(period()).toHaveTextContent('Last 30 days');
    expect(fakeServer().calls(googleCampaigns)).toHaveLength(2);
  });

  it('restores accounts, days and page on a reload [S2.PRE.16]', async () => {
    serveGoogle();
    const range = { since: addDays(today(), -40), until: addDays(today(), -20) };
    const search = `?since=${range.since}&until=${range.until}&page=3`;
    await openPreview(stateOf('google', ['1', '2'], { selected: ['2'] }), undefined, search);
    expect(await screen.findByText('Page 3 of 3')).toBeVisible();
    expect(sent(googleCampaigns)).toEqual([{ startDate: range.since, endDate: range.until, customerIds: ['2'] }]);
    expect(screen.getByText(/1 of 2 accounts/)).toBeVisible();
  });

  it('keeps the accounts of the filters for the next reload [S2.PRE.16]', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1', '2']));
    await screen.findByText('Page 1 of 3');
    await openFilters(actor);
    await actor.click(screen.getByRole('checkbox', { name: 'Select Account 1' }));
    await actor.click(button('Apply Changes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.history.state).toMatchObject({ usr: { platform: 'google', selected: ['2'], userId: 'user-1' } });
    window.history.back();
    expect(await screen.findByText(/2 of 2 accounts/)).toBeVisible();
  });

  it('reads the rows again on the next visit', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1']));
    await screen.findByText('Page 1 of 3');
    await actor.click(screen.getByRole('link', { name: 'Campaigns' }));
    await screen.findByRole('heading', { name: 'Campaigns' });
    fakeServer().on(googleCampaigns, () => ({ data: googleRows(5), warnings: [] }));
    window.history.back();
    expect(await screen.findByText('Page 1 of 1')).toBeVisible();
    expect(fakeServer().calls(googleCampaigns)).toHaveLength(2);
  });

  it.each(['?since=2020-01-01&until=2020-02-01', '?since=x&until=y&page=z', `?since=${today()}&until=9999-01-01`])(
    'falls back to the default week when it is invalid: %s',
    async (search) => {
      serveGoogle();
      await openPreview(stateOf('google', ['1']), undefined, search);
      await screen.findByText('Page 1 of 3');
      const { since, until } = defaultRange(today());
      expect(sent(googleCampaigns)).toEqual([{ startDate: since, endDate: until, customerIds: ['1'] }]);
    },
  );

  it('shows the last page when the page is past the end', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1']), undefined, '?page=99');
    expect(await screen.findByText('Page 3 of 3')).toBeVisible();
    await actor.click(button('Previous'));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
  });

  it('shows why its rows cannot be read, and retries', async () => {
    expectConsoleError(/campaigns/);
    serveGoogle();
    const search = `?since=${month().since}&until=${month().until}`;
    const { actor } = await openPreview(stateOf('google', ['1']), undefined, search);
    await screen.findByText('Page 1 of 2');
    fakeServer().on(googleCampaigns, () => ({ status: 502, body: { message: 'It is asleep' } }));
    // Simulates an older history entry: other days, without cached rows.
    act(() => {
      window.history.pushState(window.history.state, '', '/preview');
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('It is asleep');
    expect(cellsOf('campaignName')).toEqual([]);
    expect(button('Export Google Sheet')).toBeDisabled();
    serveGoogle();
    await actor.click(button('Retry'));
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    expect(address()).toBe('/preview');
  });

  it('does not contain the Facebook dataset, but Back returns to it', async () => {
    fakeServer().on(facebookInsights, ({ body }) => {
      const { after_cursor: cursor } = body as { after_cursor?: string };
      const next = cursor ? null : 'cursor-1';
      return {
        data: facebookRows(cursor ? 'B' : 'A', 2),
        nextAccountIndex: next ? 0 : 1,
        after_cursor: next,
        warnings: [],
      };
    });
    const { actor } = await openPreview(stateOf('facebook', ['act_1']));
    await screen.findByText('Dataset 1 (more available)');
    await actor.click(button('Next'));
    await screen.findByText('Dataset 2');
    expect(address()).toBe('/preview');
    await choose(actor, 'Yesterday');
    expect(await screen.findByText('Dataset 1 (more available)')).toBeVisible();
    window.history.back();
    expect(await screen.findByText('Dataset 2')).toBeVisible();
    expect(cellsOf('ad_name')).toEqual(['B 1', 'B 2']);
    expect(fakeServer().calls(facebookInsights)).toHaveLength(3);
  });
});

describe('the period', () => {
  it('is chosen in the menu or by its letter, and keeps the accounts', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1', '2'], { selected: ['2'] }));
    await screen.findByText('Page 1 of 3');
    await actor.click(period());
    expect(button('Last 7 days')).toHaveAttribute('aria-pressed', 'true');
    expect(button('Last 30 days')).toHaveAttribute('aria-keyshortcuts', 't');
    await actor.keyboard('{Escape}t');
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(period()).toHaveTextContent('Last 30 days');
    expect(sent(googleCampaigns)[1]).toEqual({
      startDate: month().since,
      endDate: month().until,
      customerIds: ['2'],
    });
    await actor.click(period());
    await actor.click(button('Other days…'));
    expect(screen.getByRole('dialog', { name: 'Data Filters & Settings' })).toBeVisible();
  });

  it('ignores its letters in a dialog or with a modifier', async () => {
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1']));
    await screen.findByText('Page 1 of 3');
    await actor.keyboard('{Control>}t{/Control}{Shift>}T{/Shift}');
    await openFilters(actor);
    await actor.keyboard('t');
    await actor.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fakeServer().calls(googleCampaigns)).toHaveLength(1);
    expect(period()).toHaveTextContent('Last 7 days');
  });

  it('stays the same with its rows when another period fails to load', async () => {
    expectConsoleError(/campaigns/);
    serveGoogle();
    const { actor } = await openPreview(stateOf('google', ['1']));
    await screen.findByText('Page 1 of 3');
    fakeServer().on(googleCampaigns, () => ({ status: 500 }));
    await choose(actor, 'Today');
    expect(await screen.findByText('Failed to fetch Google Ad Insights')).toBeInTheDocument();
    expect(period()).toHaveTextContent('Last 7 days');
    expect(cellsOf('campaignName')).toHaveLength(10);
    expect(address()).toBe('/preview');
  });
});
