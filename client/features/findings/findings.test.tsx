import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildCampaignRow, buildCampaigns } from '#client/testing/campaigns.ts';
import { buildFinding, buildFindingDetail, buildFindings } from '#client/testing/findings.ts';
import { answerConnectedAccounts, buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import {
  getFinding,
  getInsightsSummary,
  listBudgets,
  listFindingCampaigns,
  listFindings,
  markFinding,
  saveBudget,
} from '#shared/contracts/findings.ts';
import type { Budget, Finding, Findings, InsightsSummary } from '#shared/contracts/findings.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const user = buildUser({ google: true });

const buildBudget = (accountId: string, overrides: Partial<Budget> = {}): Budget => ({
  platform: 'google',
  accountId,
  accountName: `Account ${accountId}`,
  currency: 'EUR',
  month: localDay(new Date()).slice(0, 7),
  amount: null,
  platformAmount: 3000,
  spent: 1234.5,
  ...overrides,
});

type Answers = { more?: Partial<Findings>; summary?: InsightsSummary };

/** Serves all requests of the screen from findings that a mark changes. */
const answer = (given: readonly Finding[], { more, summary }: Answers = {}): void => {
  const findings = [...given];
  const countUnmarked = (): number => findings.filter((each) => each.ended === null && each.mark === null).length;
  fakeServer().on(connectedAccounts, () => answerConnectedAccounts({ unmarkedFindings: countUnmarked() }));
  const idOf = (path: string): string => path.split('/').at(-1) ?? '';
  const find = (path: string): Finding => findings.find(({ id }) => id === idOf(path)) ?? buildFinding('none');
  fakeServer().on(listFindings, ({ query }) => ({
    data: buildFindings(
      findings.filter(({ ended }) => (ended === null) === (query['state'] !== 'ended')),
      query,
      more,
    ),
  }));
  fakeServer().on(getFinding, ({ path }) => ({ data: buildFindingDetail(find(path)) }));
  fakeServer().on(markFinding, ({ path, body }) => {
    const { mark, note } = body as { mark: 'seen' | 'expected' | 'fixed' | null; note?: string };
    const data: Finding = {
      ...find(path),
      mark: mark && { kind: mark, note: note ?? null, byName: 'Ada Example', at: new Date().toISOString() },
    };
    findings.splice(findings.indexOf(find(path)), 1, data);
    fakeServer().emit('findings_changed', { unmarked: countUnmarked() });
    return { message: mark === null ? 'The mark has been removed' : `Marked as ${mark}`, data };
  });
  fakeServer().on(listBudgets, () => ({ data: [buildBudget('1'), buildBudget('2', { amount: 500 })] }));
  fakeServer().on(getInsightsSummary, () => ({ data: summary ?? null }));
};

const open = async (search = ''): Promise<UserEvent> => {
  const { actor } = await renderApp({ path: `/ai-insights${search}`, user });
  await screen.findByRole('heading', { level: 1, name: 'AI Insights' });
  return actor;
};

const sentence =
  /^Cost per conversion of Spring offer rose from €21 to €36 since Tuesday, November 10; three quarters of it/;
const list = () => screen.findByRole('list', { name: 'Findings' });
const panel = () => screen.findByRole('dialog', { name: 'Finding' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const lastQuery = () => fakeServer().calls(listFindings).at(-1)?.query;
const address = (): Record<string, string> => Object.fromEntries(new URLSearchParams(window.location.search));
const count = () => screen.getByRole('link', { name: 'AI Insights' }).closest('li');

it('shows what was checked and what is still learning when there are no findings', async () => {
  const learning = (['creative-decay', 'lead-drought'] as const).map((kind) => ({
    platform: 'google' as const,
    accountId: '1',
    accountName: 'Account 1',
    kind,
    until: '2026-12-04',
  }));
  answer([], { more: { watched: { ...buildFindings().watched, learning } } });
  await open();
  expect(await screen.findByText('Nothing needs you')).toBeVisible();
  expect(screen.getByText(/^Looked at 3 accounts, 24 campaigns and 1 lead form/)).toBeVisible();
  expect(screen.getByText('Worn ad: until Dec 04, 2026')).toBeVisible();
  expect(screen.getByText(/No language model is involved\.$/)).toBeVisible();
  expect(count()).toHaveTextContent(/^AI Insights$/);
});

it('shows that nothing was checked before the first run', async () => {
  answer([], { more: { watched: { accounts: 0, campaigns: 0, forms: 0, checkedAt: null, learning: [] } } });
  await open();
  expect(await screen.findByText('Nothing checked yet')).toBeVisible();
});

it('lists findings as sentences with money at stake, and keeps the filters in the address', async () => {
  answer([
    buildFinding('1'),
    buildFinding('2', {
      stake: null,
      mark: { kind: 'fixed', note: null, byName: null, at: '2026-11-20T05:00:00.000Z' },
    }),
    buildFinding('3', { ended: { on: '2026-11-15', why: 'corrected' } }),
  ]);
  const actor = await open();
  const rows = within(await list()).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(within(rows[0] as HTMLElement).getByRole('button', { name: sentence })).toBeVisible();
  expect(rows[0]).toHaveTextContent('Google:Account 1');
  expect(within(rows[0] as HTMLElement).getByTitle('€312.00')).toBeVisible();
  expect(rows[1]).toHaveTextContent('Fixed');
  expect(rows[1]).not.toHaveTextContent('at stake');
  expect(count()).toHaveTextContent('1 new finding');

  await actor.click(button('Filter by kind'));
  await actor.click(screen.getByRole('checkbox', { name: 'Worn ad' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ state: 'open', kind: 'creative-decay', page: '1' }));
  await actor.click(button('Clear filters'));
  await actor.click(button('Filter by account'));
  await actor.click(await screen.findByRole('checkbox', { name: 'Account 2' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ account: 'google:2' }));
  await actor.click(button('Ended'));
  expect(await screen.findByText(/^Corrected: later figures do not show it any more/)).toBeVisible();
  expect(address()).toEqual({ account: 'google:2', state: 'ended' });
});

it('ignores invalid values in the address', async () => {
  answer([]);
  await open('?state=all&kind=x&platform=y&account=z&page=-1&finding=../x');
  await screen.findByText('Nothing needs you');
  expect(lastQuery()).toEqual({ state: 'open', page: '1', limit: '20' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('pages 200 findings', async () => {
  answer(Array.from({ length: 200 }, (_finding, index) => buildFinding(String(index))));
  const actor = await open();
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(20);
  expect(screen.getByText('200 findings')).toBeVisible();
  expect(count()).toHaveTextContent('200 new findings');
  await actor.click(button('Page 10'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '10', limit: '20' }));
  expect(address()).toEqual({ page: '10' });
});

it('opens a finding with its chart, parts, evidence and links', async () => {
  answer([buildFinding('1')]);
  const actor = await open();
  await actor.click(within(await list()).getByRole('button', { name: sentence }));
  const opened = await panel();
  expect(address()).toEqual({ finding: '1' });
  expect(await within(opened).findByRole('slider', { name: 'Cost per conversion by day' })).toHaveAttribute(
    'aria-valuetext',
    'Nov 17, 2026: Cost per conversion €38.00, Expected €18.50 – €25.10',
  );
  const lastDay = within(opened).getByRole('row', { name: /^Nov 17, 2026/ });
  expect(lastDay).toHaveTextContent('€38.00€18.50 to €25.10');
  expect(within(opened).getByText(/^From €21\.40 to €35\.90 per lead/)).toHaveTextContent('add up to +€14.50');
  const parts = within(opened).getByText('Leads per click').closest('ul');
  expect(parts).toHaveTextContent('fewer visitors send the form+€11.00');
  expect(parts).toHaveTextContent('−€0.25');
  expect(within(opened).getByText(/would have been noise/)).toHaveTextContent('€18.50 to €25.10 per lead');
  expect(within(opened).getByText('412 conversions before, 61 conversions since')).toBeVisible();
  expect(within(opened).getByText('about 1 in 2,500 for a change of this size')).toBeVisible();
  expect(within(opened).getByRole('link', { name: 'Campaign in Campaigns' })).toHaveAttribute(
    'href',
    expect.stringContaining('row=google%3Acampaign%3A1'),
  );
  expect(within(opened).getByRole('link', { name: 'Leads of the campaign' })).toHaveAttribute(
    'href',
    '/leads?tab=all&campaign=1',
  );
  await actor.click(within(opened).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toEqual({});
});

it('marks a finding as seen by keyboard, keeps the focus, and undoes the mark', async () => {
  answer([buildFinding('1')]);
  const actor = await open('?finding=1');
  const opened = await panel();
  const seen = await within(opened).findByRole('button', { name: 'Seen' });
  act(() => seen.focus());
  await actor.keyboard('{Enter}');
  const undo = await within(opened).findByRole('button', { name: 'Undo' });
  expect(undo).toHaveFocus();
  expect(within(opened).getByText(/by Ada Example/)).toHaveTextContent('Seen by Ada Example, just now');
  await waitFor(() => expect(count()).toHaveTextContent(/^AI Insights$/));
  await actor.keyboard('{Enter}');
  expect(await within(opened).findByRole('button', { name: 'Seen' })).toHaveFocus();
  expect(
    fakeServer()
      .calls(markFinding)
      .map(({ body }) => body),
  ).toEqual([{ mark: 'seen' }, { mark: null }]);
});

it('marks a finding as expected with a note, and restores the previous mark from the toast', async () => {
  answer([buildFinding('1')]);
  const actor = await open('?finding=1');
  await actor.click(await within(await panel()).findByRole('button', { name: 'Expected…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Expected' });
  expect(dialog).toHaveTextContent('will not be reported again for this cause');
  await actor.type(within(dialog).getByRole('textbox', { name: 'Note (optional)' }), 'A sale');
  await actor.click(within(dialog).getByRole('button', { name: 'Mark as Expected' }));
  expect(await screen.findByText('A sale')).toBeVisible();
  const message = (await screen.findByText('Marked as expected')).closest<HTMLElement>('[data-sonner-toast]');
  await actor.click(within(message ?? document.body).getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(
      fakeServer()
        .calls(markFinding)
        .map(({ body }) => body),
    ).toEqual([{ mark: 'expected', note: 'A sale' }, { mark: null }]),
  );
});

it('reports a list and a finding that fail to load, and retries', async () => {
  expectConsoleError(/status 500/);
  answer([buildFinding('1')]);
  let isDown = true;
  const failure = { status: 500, body: { success: false, message: 'The server is busy' } };
  fakeServer().on(listFindings, ({ query }) =>
    isDown ? failure : { data: buildFindings([buildFinding('1')], query) },
  );
  fakeServer().on(getFinding, () => (isDown ? failure : { data: buildFindingDetail(buildFinding('1')) }));
  const actor = await open('?finding=1');
  const alert = await within(await panel()).findByRole('alert');
  isDown = false;
  await actor.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await within(await panel()).findByText('How we know')).toBeVisible();
  await actor.click(within(await panel()).getByRole('button', { name: 'Close' }));
  await actor.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await list()).toBeVisible();
});

it('shows the summary as plain text', async () => {
  const summary: InsightsSummary = {
    week: '2026-11-16',
    text: 'One campaign became <b>dearer</b>.',
    writtenAt: '2026-11-16T06:00:00.000Z',
  };
  answer([buildFinding('1')], { summary });
  await open();
  expect(await screen.findByText('One campaign became <b>dearer</b>.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'The week of Nov 16, 2026' })).toBeVisible();
});

it('saves changed budgets, and rejects an invalid amount', async () => {
  answer([]);
  fakeServer().on(saveBudget, () => ({ message: 'The budget has been saved', data: buildBudget('1') }));
  const actor = await open();
  await actor.click(button('Budgets'));
  const dialog = await screen.findByRole('dialog', { name: 'Budgets' });
  const field = await within(dialog).findByRole('textbox', { name: /Account 1, budget for/ });
  await actor.type(field, '0');
  await actor.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(messages.findings.invalidBudget)).toBeVisible();
  await actor.clear(field);
  await actor.type(field, '1.500,50');
  await actor.clear(within(dialog).getByRole('textbox', { name: /Account 2, budget for/ }));
  await actor.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const month = localDay(new Date()).slice(0, 7);
  expect(
    fakeServer()
      .calls(saveBudget)
      .map(({ body }) => body),
  ).toEqual([
    { platform: 'google', accountId: '1', month, amount: 1500.5 },
    { platform: 'google', accountId: '2', month, amount: null },
  ]);
});

it('reloads on server events, and opens a new finding from its toast', async () => {
  const findings: Finding[] = [];
  answer([]);
  fakeServer().on(listFindings, ({ query }) => ({ data: buildFindings(findings, query) }));
  fakeServer().on(getFinding, () => ({ data: buildFindingDetail(buildFinding('1')) }));
  const actor = await open();
  await untilConnected();
  await screen.findByText('Nothing needs you');
  findings.push(buildFinding('1'));
  fakeServer().emit('findings_changed', { unmarked: 1 });
  expect(await list()).toBeVisible();
  expect(count()).toHaveTextContent('1 new finding');
  fakeServer().emit('finding_opened', { findingId: '1', message: 'Spring offer has become dearer' });
  await actor.click(await screen.findByRole('button', { name: messages.findings.see }));
  expect(await panel()).toBeVisible();
  expect(address()).toEqual({ finding: '1' });
});

it('shows the largest findings on the Overview', async () => {
  answer(['1', '2', '3', '4'].map((id) => buildFinding(id)));
  await renderApp({ path: '/overview', user });
  const largest = await screen.findByRole('list', { name: 'Largest findings' });
  expect(within(largest).getAllByRole('link', { name: sentence })).toHaveLength(3);
  expect(within(largest).getAllByRole('link')[0]).toHaveAttribute('href', '/ai-insights?finding=1');
  expect(screen.getByRole('link', { name: 'All 4 findings' })).toHaveAttribute('href', '/ai-insights');
});

it('marks campaigns with open findings', async () => {
  fakeServer().on(listFindingCampaigns, () => ({ data: [{ platform: 'google', campaignId: '1', findings: 2 }] }));
  fakeServer().on(listCampaigns, ({ query }) => ({
    data: buildCampaigns({ since: query['since'] ?? '', until: query['until'] ?? '' }, [
      buildCampaignRow('1', { name: 'Spring offer' }),
      buildCampaignRow('2'),
    ]),
  }));
  await renderApp({ path: '/campaigns', user, width: 1440 });
  const marks = await screen.findAllByRole('link', { name: /findings? on/ });
  expect(marks.map((mark) => mark.getAttribute('href'))).toEqual(['/ai-insights?account=google%3A1']);
  expect(marks[0]).toHaveAccessibleName('2 findings on Spring offer');
  expect(fakeServer().calls(listFindingCampaigns)).toHaveLength(1);
});

it('sends no request without a connection', async () => {
  await renderApp({ path: '/ai-insights', user: buildUser() });
  expect(await screen.findByRole('link', { name: 'Connect Google, Facebook or TikTok' })).toHaveAttribute(
    'href',
    '/overview',
  );
  expect(fakeServer().calls(listFindings)).toEqual([]);
});
