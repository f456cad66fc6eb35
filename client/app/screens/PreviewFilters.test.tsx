import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { googleRows } from '#client/testing/insightRows.ts';
import { button, cellsOf, openFilters, openPreview, sent, stateOf } from '#client/testing/openPreview.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { googleCampaigns } from '#shared/contracts/insights.ts';
import { localDay, quickSelectRange } from '#shared/lib/dateRange.ts';

setUpFakeServer();

const today = (): string => localDay(new Date());

describe('the filters', () => {
  const open = async (count = 2) => {
    fakeServer().on(googleCampaigns, () => ({ data: googleRows(23), warnings: [] }));
    const rendered = await openPreview(
      stateOf(
        'google',
        Array.from({ length: count }, (_value, index) => String(index + 1)),
      ),
    );
    await screen.findByText('Page 1 of 3');
    await rendered.actor.click(button('Next'));
    await openFilters(rendered.actor);
    return { ...rendered, dialog: within(screen.getByRole('dialog', { name: 'Data Filters & Settings' })) };
  };

  it('require at least one account, and Cancel discards every change [S2.PRE.4] [S2.FIL.1] [S2.FIL.2] [S2.FIL.3] [S2.FIL.4] [S2.FIL.5] [S2.FIL.9] [S5.FIL.1] [S5.FIL.2]', async () => {
    const { actor, dialog } = await open();
    expect(dialog.getByText('2 of 2 selected')).toBeVisible();
    expect(dialog.getByLabelText('Quick select')).toHaveDisplayValue('Last 7 days');
    await actor.click(dialog.getByRole('button', { name: 'Deselect all' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Minimum one account must be selected');
    expect(dialog.getByText('0 of 2 selected')).toBeVisible();
    expect(button('Apply Changes')).toBeDisabled();
    await actor.click(dialog.getByRole('button', { name: 'Select all' }));
    expect(dialog.getByRole('alert')).toBeEmptyDOMElement();
    await actor.click(dialog.getByRole('checkbox', { name: 'Select Account 1' }));
    await actor.click(button('Cancel'));
    await openFilters(actor);
    expect(screen.getByText('2 of 2 selected')).toBeVisible();
    expect(fakeServer().calls(googleCampaigns)).toHaveLength(1);
  });

  it('apply accounts and days, wait for the rows, then close on page 1 [S2.FIL.10] [S5.FIL.3]', async () => {
    const { actor, dialog } = await open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    fakeServer().on(googleCampaigns, () => held.then(() => ({ data: googleRows(12), warnings: [] })));
    await actor.click(dialog.getByRole('checkbox', { name: 'Select Account 1' }));
    await actor.selectOptions(dialog.getByLabelText('Quick select'), 'Last 30 days');
    await actor.click(button('Apply Changes'));
    expect(button('Apply Changes')).toBeDisabled();
    // The old rows stay until then.
    expect(cellsOf('campaignName')).toHaveLength(10);
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Page 1 of 2')).toBeVisible();
    const { since, until } = quickSelectRange('last30Days', today());
    expect(sent(googleCampaigns)[1]).toEqual({ startDate: since, endDate: until, customerIds: ['2'] });
    await openFilters(actor);
    expect(screen.getByText('1 of 2 selected')).toBeVisible();
    expect(screen.getByLabelText('Quick select')).toHaveDisplayValue('Last 30 days');
  });

  it('stay open with the selection when loading fails', async () => {
    expectConsoleError(/campaigns/);
    const { actor, dialog } = await open();
    fakeServer().on(googleCampaigns, () => ({ status: 500 }));
    await actor.selectOptions(dialog.getByLabelText('Quick select'), 'Today');
    await actor.click(button('Apply Changes'));
    expect(await screen.findByText('Failed to fetch Google Ad Insights')).toBeInTheDocument();
    await waitFor(() => expect(button('Apply Changes')).toBeEnabled());
    expect(dialog.getByLabelText('Start date')).toHaveValue(today());
    expect(screen.getByText('Page 2 of 3')).toBeInTheDocument();
  });

  it('can be searched when the list is long', async () => {
    const { actor, dialog } = await open(12);
    await actor.type(dialog.getByRole('searchbox', { name: 'Search accounts' }), 'account 12');
    expect(dialog.getAllByRole('checkbox', { name: /^Select Account/ })).toHaveLength(1);
    expect(dialog.getByText('12 of 12 selected')).toBeVisible();
    await actor.type(dialog.getByRole('searchbox', { name: 'Search accounts' }), '?');
    expect(dialog.getByText('No accounts match “account 12?”')).toBeVisible();
    await actor.click(dialog.getByRole('button', { name: 'Clear search' }));
    expect(dialog.getAllByRole('checkbox', { name: /^Select Account/ })).toHaveLength(12);
    expect(dialog.getByRole('searchbox', { name: 'Search accounts' })).toHaveFocus();
  });
});
