import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { account, button, cellsOf, openFilters, openPreview, sent, stateOf } from '#client/testing/openPreview.ts';
import type { Failure } from '#client/testing/FakeServer.ts';
import { buildUser } from '#client/testing/renderApp.tsx';
import { facebookRows, googleRows, tiktokRows } from '#client/testing/insightRows.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { insightFacts } from '#shared/insights.ts';
import { addDays, defaultRange, localDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

setUpFakeServer();

const today = (): string => localDay(new Date());
const week = () => defaultRange(today());

describe('Google and TikTok', () => {
  it('reads all rows of the default week and turns pages without a call [S4.GT.1] [S2.PRE.8] [S2.PRE.10] [S2.PRE.11] [S9.C.12]', async () => {
    fakeServer().on(googleCampaigns, () => ({ data: googleRows(23), warnings: [] }));
    const { actor } = await openPreview(stateOf('google', ['111', '222']));
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    expect(sent(googleCampaigns)).toEqual([
      { startDate: week().since, endDate: week().until, customerIds: ['111', '222'] },
    ]);
    expect(cellsOf('campaignName')).toHaveLength(10);
    expect(button('Previous')).toBeDisabled();
    await actor.click(button('Next'));
    await actor.click(button('Next'));
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
    expect(cellsOf('campaignName')).toEqual(['Campaign 21', 'Campaign 22', 'Campaign 23']);
    expect(button('Next')).toBeDisabled();
    await actor.click(button('Previous'));
    expect(screen.getByText('Page 2 of 3')).toBeVisible();
    expect(fakeServer().calls(googleCampaigns)).toHaveLength(1);
  });

  it('pages TikTok rows the same way, with TikTok names [S4.GT.2] [S2.PRE.9]', async () => {
    fakeServer().on(tiktokCampaigns, () => ({ data: tiktokRows(12), warnings: [] }));
    const { actor } = await openPreview(stateOf('tiktok', ['755']));
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    expect(sent(tiktokCampaigns)).toEqual([
      { start_date: week().since, end_date: week().until, advertiser_ids: ['755'] },
    ]);
    await actor.click(button('Next'));
    expect(cellsOf('campaign_name')).toEqual(['Deal 11', 'Deal 12']);
  });

  it('shows figures in the currency of their account, and a dash for missing values [S2.PRE.2]', async () => {
    fakeServer().on(googleCampaigns, () => ({ data: googleRows(2), warnings: [] }));
    await openPreview(stateOf('google', ['111']));
    await screen.findByText('Page 1 of 1');
    const first = ['spend', 'clicks', 'impressions', 'leads', 'adsetName', 'campaignStatusLabel'].map(
      (key) => cellsOf(key)[0],
    );
    expect(first).toEqual(['€1,240.50', '12,345', '0', '1.50', '-', 'Enabled']);
    expect(cellsOf('leads')).toEqual(['1.50', '2.00']);
  });
});

describe('Facebook', () => {
  const serveDatasets = (): void => {
    const datasets = [
      { data: facebookRows('A', 10), nextAccountIndex: 0, after_cursor: 'cursor-1', warnings: [] },
      { data: facebookRows('B', 4), nextAccountIndex: 1, after_cursor: null, warnings: [] },
      { data: facebookRows('C', 6), nextAccountIndex: 2, after_cursor: null, warnings: [] },
    ];
    fakeServer().on(facebookInsights, ({ body }) => {
      const { account_index: index, after_cursor: cursor } = body as { account_index?: number; after_cursor?: string };
      const number = index === undefined ? 0 : cursor ? 1 : 2;
      return datasets[number] ?? { status: 500 };
    });
  };

  it('loads datasets by index and cursor, and goes back and forth without a call [S4.FBI.1] [S4.FBI.2] [S4.FBI.3] [S4.FBI.4] [S4.FBI.5] [S4.FBI.6] [S4.FBI.9] [S2.PRE.6] [S2.PRE.7]', async () => {
    serveDatasets();
    const { actor } = await openPreview(stateOf('facebook', ['act_1', 'act_3']));
    expect(await screen.findByText('Dataset 1 (more available)')).toBeVisible();
    expect(button('Previous')).toBeDisabled();
    await actor.click(button('Next'));
    expect(await screen.findByText('Dataset 2 (more available)')).toBeVisible();
    await actor.click(button('Next'));
    expect(await screen.findByText('Dataset 3')).toBeVisible();
    expect(cellsOf('ad_name')).toHaveLength(6);
    expect(button('Next')).toBeDisabled();
    const query = { since: week().since, until: week().until, ad_account_ids: ['1', '3'] };
    expect(sent(facebookInsights)).toEqual([
      query,
      { ...query, account_index: 0, after_cursor: 'cursor-1' },
      { ...query, account_index: 1 },
    ]);
    await actor.click(button('Previous'));
    await actor.click(button('Previous'));
    expect(cellsOf('ad_name')[0]).toBe('A 1');
    await actor.click(button('Next'));
    expect(screen.getByText('Dataset 2 (more available)')).toBeVisible();
    expect(cellsOf('ad_name')).toEqual(['B 1', 'B 2', 'B 3', 'B 4']);
    expect(fakeServer().calls(facebookInsights)).toHaveLength(3);
  });

  it.each<[string, { nextAccountIndex: number; after_cursor: string | null }, boolean, string]>([
    ['a cursor and an index past the end', { nextAccountIndex: 2, after_cursor: 'c' }, true, '[S4.FBI.7]'],
    ['a remaining account and no cursor', { nextAccountIndex: 1, after_cursor: null }, true, '[S4.FBI.8]'],
    ['neither', { nextAccountIndex: 2, after_cursor: null }, false, '[S4.FBI.9]'],
  ])('offers the next dataset with %s %s', async (_what, end, hasNext) => {
    fakeServer().on(facebookInsights, () => ({ data: facebookRows('A', 2), warnings: [], ...end }));
    await openPreview(stateOf('facebook', ['act_1', 'act_3']));
    expect(await screen.findByText(hasNext ? 'Dataset 1 (more available)' : 'Dataset 1')).toBeVisible();
    expect(button('Next').hasAttribute('disabled')).toBe(!hasNext);
  });

  it('restarts at the first dataset when filters are applied [S4.FBI.1]', async () => {
    serveDatasets();
    const { actor } = await openPreview(stateOf('facebook', ['act_1', 'act_3']));
    await screen.findByText('Dataset 1 (more available)');
    await actor.click(button('Next'));
    await screen.findByText('Dataset 2 (more available)');
    await openFilters(actor);
    await actor.click(button('Apply Changes'));
    expect(await screen.findByText('Dataset 1 (more available)')).toBeVisible();
    expect(button('Previous')).toBeDisabled();
    expect(cellsOf('ad_name')).toHaveLength(10);
  });

  it('keeps the dataset when the next one fails, and can retry', async () => {
    expectConsoleError(/multi-insights/);
    serveDatasets();
    const { actor } = await openPreview(stateOf('facebook', ['act_1', 'act_3']));
    await screen.findByText('Dataset 1 (more available)');
    fakeServer().on(facebookInsights, () => ({ status: 502 }));
    await actor.click(button('Next'));
    expect(await screen.findByText('Failed to fetch Facebook Ad Insights')).toBeInTheDocument();
    expect(screen.getByText('Dataset 1 (more available)')).toBeVisible();
    expect(cellsOf('ad_name')).toHaveLength(10);
    serveDatasets();
    await actor.click(button('Next'));
    expect(await screen.findByText('Dataset 2 (more available)')).toBeVisible();
  });

  it('lists accounts that could not be read', async () => {
    const warnings = [{ accountId: 'act_3', message: 'No permission' }];
    fakeServer().on(facebookInsights, () => ({
      data: facebookRows('A', 1),
      nextAccountIndex: 2,
      after_cursor: null,
      warnings,
    }));
    await openPreview(stateOf('facebook', ['act_1', 'act_3']));
    expect(await screen.findByText('Account act_3: No permission')).toBeVisible();
  });
});

describe('every platform', () => {
  const serveEmpty = (): void => {
    fakeServer().on(googleCampaigns, () => ({ data: [], warnings: [] }));
    fakeServer().on(tiktokCampaigns, () => ({ data: [], warnings: [] }));
    fakeServer().on(facebookInsights, () => ({ data: [], nextAccountIndex: 1, after_cursor: null, warnings: [] }));
  };

  it.each(platformIds)(
    '%s has all columns with their keys, and shows a text when there are no rows [S2.PRE.1] [S2.PRE.2] [S2.PRE.3] [S2.PRE.5] [S2.PRE.12] [S2.PRE.13] [S2.PRE.14] [S5.EXP.1]',
    async (platform) => {
      serveEmpty();
      await openPreview(stateOf(platform, ['1']));
      expect(await screen.findByText('No Data Found')).toBeVisible();
      expect(screen.getAllByRole('columnheader').map(({ dataset }) => dataset['column'])).toEqual(
        insightFacts[platform].columns.map(({ key }) => key),
      );
      expect(screen.getByText(platform === 'facebook' ? 'Dataset 1' : 'Page 1 of 1')).toBeVisible();
      expect(button('Export Google Sheet')).toBeDisabled();
    },
  );

  it.each<[PlatformId, Record<string, unknown>, string]>([
    ['google', { startDate: week().since, endDate: week().until, customerIds: ['1', '2'] }, '[S7.GGC.1]'],
    ['facebook', { since: week().since, until: week().until, ad_account_ids: ['1', '2'] }, '[S3.ACC.6]'],
    ['tiktok', { start_date: week().since, end_date: week().until, advertiser_ids: ['1', '2'] }, '[S7.TTC.1]'],
  ])(
    '%s is first asked for the last seven days, with its own parameter names: %j %s [S3.RANGE.1] [S7.FBI.7] [S9.C.20]',
    async (platform, body) => {
      serveEmpty();
      await openPreview(stateOf(platform, platform === 'facebook' ? ['act_1', 'act_2'] : ['1', '2']));
      await screen.findByText('No Data Found');
      expect(sent({ google: googleCampaigns, facebook: facebookInsights, tiktok: tiktokCampaigns }[platform])).toEqual([
        body,
      ]);
      expect(week()).toEqual({ since: addDays(today(), -6), until: today() });
    },
  );

  const failWith: Record<PlatformId, (failure: Failure) => void> = {
    google: (failure) => fakeServer().on(googleCampaigns, () => failure),
    facebook: (failure) => fakeServer().on(facebookInsights, () => failure),
    tiktok: (failure) => fakeServer().on(tiktokCampaigns, () => failure),
  };
  const fallbacks = {
    google: 'Failed to fetch Google Ad Insights',
    facebook: 'Failed to fetch Facebook Ad Insights',
    tiktok: 'Failed to fetch Tiktok Ad Insights',
  };
  it.each(platformIds)(
    '%s shows why the data failed to load, and retries [S8.FB.1] [S8.FB.2] [S8.GG.1] [S8.GG.2] [S8.TT.1] [S8.TT.2]',
    async (platform) => {
      expectConsoleError(/ads\/multi/);
      failWith[platform]({ drop: true });
      const { actor } = await openPreview(stateOf(platform, ['1']));
      expect(await screen.findByRole('alert')).toHaveTextContent(fallbacks[platform]);
      await waitFor(() => expect(screen.getAllByText(fallbacks[platform])).toHaveLength(2));
      failWith[platform]({ status: 429, body: { message: 'Slow down' } });
      await actor.click(button('Retry'));
      await waitFor(() => expect(screen.getAllByText('Slow down')).toHaveLength(2));
      failWith[platform]({ status: 500 });
      await actor.click(button('Retry'));
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(fallbacks[platform]));
      serveEmpty();
      await actor.click(button('Retry'));
      expect(await screen.findByText('No Data Found')).toBeVisible();
    },
  );
});

describe('without a usable navigation state', () => {
  const withDefaults = buildUser({
    google: true,
    facebook: true,
    defaultAccounts: { google: [], facebook: ['act_2', 'act_gone'], tiktok: ['9'] },
  });

  it.each([undefined, null, 'nonsense', stateOf('google', ['1'], { userId: 'somebody-else' })])(
    'shows the defaults of the first connected platform that has any: %j [S2.PRE.15]',
    async (state) => {
      fakeServer().on(listAdAccounts.facebook, () => ({ accounts: [account('act_1'), account('act_2')] }));
      fakeServer().on(facebookInsights, () => ({
        data: facebookRows('A', 2),
        nextAccountIndex: 1,
        after_cursor: null,
        warnings: [],
      }));
      await openPreview(state, withDefaults);
      expect(await screen.findByText('Dataset 1')).toBeVisible();
      expect(sent(facebookInsights)).toEqual([{ since: week().since, until: week().until, ad_account_ids: ['2'] }]);
      expect(screen.getByText(/1 of 2 accounts/)).toBeVisible();
    },
  );

  it('links to the overview when there are no defaults', async () => {
    const { actor } = await openPreview(undefined, buildUser({ google: true }));
    expect(screen.getByText('No Data Found')).toBeVisible();
    expect(button('Export Google Sheet')).toBeDisabled();
    await actor.click(screen.getByRole('link', { name: 'Select your account' }));
    expect(window.location.pathname).toBe('/overview');
  });

  it('also accepts accounts from `selection`', async () => {
    fakeServer().on(googleCampaigns, () => ({ data: googleRows(1), warnings: [] }));
    await openPreview(stateOf('google', ['1'], { selected: [account('1')], userId: undefined }));
    await screen.findByText('Page 1 of 1');
    expect(sent(googleCampaigns)).toMatchObject([{ customerIds: ['1'] }]);
  });
});

it('starts over with the platform from the navigation [S4.PREV.1] [S4.PREV.2]', async () => {
  fakeServer().on(googleCampaigns, () => ({ data: googleRows(23), warnings: [] }));
  fakeServer().on(tiktokCampaigns, () => ({ data: tiktokRows(12), warnings: [] }));
  fakeServer().on(listAdAccounts.tiktok, () => ({ accounts: [account('755')] }));
  const { actor } = await openPreview(stateOf('google', ['111']));
  await screen.findByText('Page 1 of 3');
  await actor.click(button('Next'));
  await actor.click(button('Overview'));
  await actor.click(screen.getByRole('link', { name: 'TikTok' }));
  await actor.click(await screen.findByRole('checkbox', { name: 'Select Account 755' }));
  await actor.click(button('Next Data (Preview)'));
  expect(await screen.findByText('Page 1 of 2')).toBeVisible();
  expect(fakeServer().calls(tiktokCampaigns)).toHaveLength(1);
  // Goes back past the Connect screen to the earlier preview.
  window.history.go(-2);
  expect(await screen.findByText('Page 2 of 3')).toBeVisible();
});
