import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { setOnline } from '#client/testing/setOnline.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import {
  createSheetSync,
  deleteSheetSync,
  listSheetSyncRuns,
  listSheetSyncs,
  runSheetSync,
} from '#shared/contracts/sheetSyncs.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';
import { sheetSyncTypes } from '#shared/sheetSyncTypes.ts';

setUpFakeServer();

const url = 'https://docs.google.com/spreadsheets/d/1Demo_AbC-123456789012345/edit#gid=0';
const serviceAccount = 'leads@example.iam.gserviceaccount.com';
const done = {
  id: 3,
  state: 'done',
  startedAt: '2025-11-05T06:03:00.000Z',
  finishedAt: '2025-11-05T06:03:02.000Z',
  rowsRead: 7,
  rowsAdded: 2,
  rowsChanged: 1,
  rowsUnchanged: 0,
  rowsRejected: 1,
  error: null,
} as const;

const buildSync = (overrides: Partial<SheetSync> = {}): SheetSync => ({
  _id: '0123456789abcdef01234567',
  id: '0123456789abcdef01234567',
  url,
  type: 'meta',
  createdAt: '2025-11-05T12:00:00.000Z',
  nextRunAt: '2025-11-05T12:15:00.000Z',
  lastRun: done,
  canTakeOver: false,
  ...overrides,
});

/** One sheet per page, as the screen requests them. */
const serve = (...syncs: SheetSync[]): void =>
  fakeServer().on(listSheetSyncs, ({ query }) => {
    const [page, limit] = [Number(query['page']), Number(query['limit'])];
    const data = syncs.slice((page - 1) * limit, page * limit);
    return { data, ...toPageFields({ page, limit }, syncs.length), serviceAccount };
  });

const open = async (path = '/google-sheets', width = 1280) => {
  const rendered = await renderApp({ path, user: buildUser(), width });
  await screen.findByRole('heading', { name: 'Google Sheet AutoSync' });
  return rendered;
};
const cells = (row = 1) => [...(screen.getAllByRole('row')[row] as HTMLTableRowElement).cells];
const pagesAsked = () =>
  fakeServer()
    .calls(listSheetSyncs)
    .map(({ query }) => query);

test('shows header, columns, and the record as a row [S2.SYNC.1] [S2.SYNC.2] [S2.SYNC.13] [S2.SYNC.14] [S2.SYNC.16] [S2.SYNC.17] [S2.SYNC.21] [S2.SYNC.22] [S2.SYNC.23] [S2.SYNC.26] [S2.SYNC.27] [S9.C.16] [S2.ROUTE.13]', async () => {
  serve(buildSync(), buildSync({ id: 'b', _id: 'b' }));
  await open();
  expect(await screen.findByText('89abcdef01234567'.slice(-8))).toBeVisible();
  expect(screen.getByText('Manage automated data synchronization with Google Sheets')).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'ID',
    'Google Sheet URL',
    'Platform',
    'Created',
    'Status',
    'Actions',
  ]);
  const link = screen.getByRole('link', { name: url });
  expect(link).toHaveAttribute('href', url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(cells().map((cell) => cell.textContent)).toEqual([
    '01234567',
    expect.stringContaining(url),
    'Meta',
    'Nov 05, 2025',
    'Active',
    'Delete',
  ]);
  expect(cells()[1]).toHaveTextContent('7 read, 2 added, 1 changed, 1 rejected');
  expect(screen.getByText('Showing 1 of 2 sheets')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Page 2' })).toBeVisible();
  expect(pagesAsked()).toEqual([{ page: '1', limit: '1' }]);
});

test('shows badges by type, unknown types unchanged, N/A without an id, and Active after a failed run [S2.SYNC.15] [S2.SYNC.18] [S2.SYNC.19] [S2.SYNC.20] [S2.SYNC.22]', async () => {
  const { _id, id, ...nameless } = buildSync({
    lastRun: { ...done, state: 'failed', error: 'This sheet is not shared.' },
  });
  expect([_id, id]).toEqual([_id, _id]);
  const foreign = { ...nameless, type: 'linkedin' };
  const rows = [...sheetSyncTypes.map((type) => buildSync({ _id: type, id: type, type })), foreign];
  fakeServer().on(listSheetSyncs, () => ({
    status: 200,
    body: { success: true, data: rows, ...toPageFields({ page: 1, limit: 10 }, rows.length) },
  }));
  await open();
  await screen.findByText('linkedin');
  expect([1, 2, 3, 4].map((row) => cells(row)[2]?.textContent)).toEqual(['Meta', 'Google Ads', 'TikTok', 'linkedin']);
  expect(cells(4)[0]).toHaveTextContent('N/A');
  expect(cells(4)[1]).toHaveTextContent('This sheet is not shared.');
  expect([1, 2, 3, 4].map((row) => cells(row)[4]?.textContent)).toEqual(Array(4).fill('Active'));
});

test('shows a sheet on a phone as a card with all actions', async () => {
  serve(buildSync({ nextRunAt: new Date(Date.now() + 10.5 * 60_000).toISOString() }), buildSync({ id: 'b', _id: 'b' }));
  fakeServer().on(runSheetSync, () => ({ message: 'Synchronization started' }));
  const { actor } = await open('/google-sheets', 360);
  const card = within(await screen.findByRole('list', { name: 'Google Sheets' })).getByRole('listitem');
  expect(screen.queryByRole('grid')).toBeNull();
  for (const text of ['01234567', 'Meta', 'Active', 'Created Nov 05, 2025', 'Next run in 10 minutes'])
    expect(within(card).getByText(text)).toBeVisible();
  expect(card).toHaveTextContent('7 read, 2 added, 1 changed, 1 rejected');
  expect(within(card).getByRole('link', { name: url })).toHaveAttribute('href', url);
  await actor.click(within(card).getByRole('button', { name: 'Copy URL' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await actor.click(within(card).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('Synchronization started')).toBeVisible();
  await actor.click(within(card).getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('dialog', { name: 'Delete Sheet' })).toBeVisible();
  expect(screen.getByText('Showing 1 of 2 sheets')).toBeVisible();
});

test('links from a page beyond the last to the first page', async () => {
  serve(buildSync());
  const { actor } = await open('/google-sheets?page=4');
  expect(await screen.findByText('There is no page 4 any more.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create First Sheet' })).toBeNull();
  await actor.click(screen.getByRole('button', { name: 'Back to the first page' }));
  expect(await screen.findByText('01234567')).toBeVisible();
  expect(window.location.search).toBe('');
});

test('reports a missing network and keeps its sheets', async () => {
  serve(buildSync(), buildSync({ _id: 'fedcba9876543210fedcba98', id: 'fedcba9876543210fedcba98' }));
  const { actor } = await open();
  await screen.findByText('01234567');
  setOnline(false);
  await actor.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText(/^You’re offline\. What you see may be out of date/)).toBeVisible();
  expect(screen.getByText('01234567')).toBeVisible();
  setOnline(true);
  expect(await screen.findByText('fedcba98')).toBeVisible();
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
});

test('shows an address without a link if it is not a web address', async () => {
  serve(buildSync({ url: 'javascript:alert(1)' }));
  await open();
  expect(await screen.findByText('javascript:alert(1)')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull();
});

test('the button of the empty state opens the dialog, which requires both values [S2.SYNC.3] [S2.SYNC.4] [S2.SYNC.5] [S2.SYNC.6] [S2.SYNC.7] [S2.SYNC.8] [S2.SYNC.9] [S2.SYNC.10] [S2.SYNC.11] [S2.SYNC.12] [S2.SYNC.24] [S2.SYNC.25] [S5.CRON.1] [S5.CRON.2] [S5.CRON.3]', async () => {
  serve();
  const { actor } = await open();
  expect(await screen.findByText('No sheets found')).toBeVisible();
  await actor.click(screen.getByRole('button', { name: 'Create First Sheet' }));
  const dialog = screen.getByRole('dialog', { name: 'Add Google Sheet' });
  const field = within(dialog).getByLabelText('Google Sheet URL');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/publicly accessible or shared with the service account/);
  expect(within(dialog).getByText(serviceAccount)).toBeVisible();
  const type = within(dialog).getByLabelText('Platform Type');
  expect(
    within(type)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Select platform', 'Meta (Facebook/Instagram)', 'Google Ads', 'TikTok Ads']);
  const create = within(dialog).getByRole('button', { name: 'Create Cron Job' });
  const isRefused = async () => {
    await actor.click(create);
    expect(await screen.findByText('Please provide url and type')).toBeVisible();
  };
  await isRefused();
  await actor.type(field, url);
  await isRefused();
  await actor.clear(field);
  await actor.type(field, '   ');
  await actor.selectOptions(type, 'meta');
  await isRefused();
  await actor.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await actor.click(screen.getByRole('button', { name: 'Add New Sheet' }));
  expect(screen.getByRole('dialog', { name: 'Add Google Sheet' })).toBeVisible();
  expect(fakeServer().calls(createSheetSync)).toEqual([]);
});

const fillForm = async (actor: Awaited<ReturnType<typeof open>>['actor']) => {
  await actor.click(screen.getByRole('button', { name: 'Add New Sheet' }));
  const dialog = screen.getByRole('dialog', { name: 'Add Google Sheet' });
  await actor.type(within(dialog).getByLabelText('Google Sheet URL'), url);
  await actor.selectOptions(within(dialog).getByLabelText('Platform Type'), 'tiktok');
  await actor.click(within(dialog).getByRole('button', { name: 'Create Cron Job' }));
};

test.each([
  ['[S8.CRON.5]', 'server message', 'It starts at once', 'It starts at once'],
  ['[S8.CRON.6]', 'default message', '', 'Cron added'],
] as const)(
  'shows the result of a new sheet, then reloads the first page %s: %s [S7.CRP.2]',
  async (_row, _which, message, shown) => {
    serve(buildSync({ _id: 'first', id: 'first' }), buildSync());
    const { actor } = await open('/google-sheets?page=2');
    await screen.findByText('01234567');
    fakeServer().on(createSheetSync, () => ({ message, data: buildSync() }));
    serve(buildSync({ _id: 'newest-1', id: 'newest-1' }), buildSync(), buildSync({ id: 'x', _id: 'x' }));
    await fillForm(actor);
    expect(await screen.findByText(shown)).toBeVisible();
    expect(await screen.findByText('newest-1')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Showing 1 of 3 sheets')).toBeVisible();
    expect(fakeServer().calls(createSheetSync)[0]?.body).toEqual({ url, type: 'tiktok' });
    expect(pagesAsked().at(-1)).toEqual({ page: '1', limit: '1' });
  },
);

test.each([
  ['[S8.CRON.3]', { message: 'Please provide a valid Google Sheet URL' }, 'Please provide a valid Google Sheet URL'],
  ['[S8.CRON.4]', undefined, 'Failed to add cron'],
] as const)('keeps the dialog for a rejected sheet %s', async (_row, body, shown) => {
  expectConsoleError(/POST \/google-sheet-cron: status 400/);
  serve();
  const { actor } = await open();
  fakeServer().on(createSheetSync, () => ({ status: 400, body }));
  await fillForm(actor);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(screen.getByLabelText('Google Sheet URL')).toHaveValue(url);
});

test.each([
  ['[S8.CRON.1]', { message: 'The database is away' }, 'The database is away'],
  ['[S8.CRON.2]', undefined, 'Failed to fetch crons'],
] as const)('reports a list that cannot be read %s', async (_row, body, shown) => {
  expectConsoleError(/GET \/google-sheet-cron: status 500/);
  fakeServer().on(listSheetSyncs, () => ({ status: 500, body }));
  const { actor } = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(shown);
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toHaveTextContent(shown));
  serve(buildSync());
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('01234567')).toBeVisible();
});

const openDelete = async (actor: Awaited<ReturnType<typeof open>>['actor']) => {
  await actor.click(await screen.findByRole('button', { name: 'Delete' }));
  return screen.getByRole('dialog', { name: 'Delete Sheet' });
};

test('asks for confirmation before it deletes, and Cancel changes nothing [S2.SYNC.28] [S2.SYNC.29] [S2.SYNC.30] [S2.SYNC.31] [S2.SYNC.32] [S2.SYNC.33] [S2.SYNC.34] [S4.CRON.3]', async () => {
  serve(buildSync());
  const { actor } = await open();
  const dialog = await openDelete(actor);
  expect(
    within(dialog).getByText('Are you sure you want to delete this sheet? This action cannot be undone.'),
  ).toBeVisible();
  expect(within(dialog).getByText('Meta')).toBeVisible();
  expect(within(dialog).getByText(url)).toBeVisible();
  expect(within(dialog).getByText('Nov 05, 2025')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Delete Sheet' })).toBeEnabled();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await actor.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(cells()).toHaveLength(6);
  expect(fakeServer().calls(deleteSheetSync)).toEqual([]);
});

test.each([
  ['[S8.CRON.9]', 'Gone for good', 'Gone for good'],
  ['[S8.CRON.10]', '', 'Cron deleted successfully'],
] as const)(
  'loads the previous page after deleting the only sheet of a page [S7.CRD.2] [S4.CRON.2] %s',
  async (_row, message, shown) => {
    const second = buildSync({ _id: 'second-2', id: 'second-2' });
    serve(buildSync(), second);
    const { actor } = await open('/google-sheets?page=2');
    await screen.findByText('second-2');
    const dialog = await openDelete(actor);
    fakeServer().on(deleteSheetSync, () => ({ message }));
    serve(buildSync());
    await actor.click(within(dialog).getByRole('button', { name: 'Delete Sheet' }));
    expect(await screen.findByText(shown)).toBeVisible();
    expect(await screen.findByText('01234567')).toBeVisible();
    expect(screen.getByText('Showing 1 of 1 sheets')).toBeVisible();
    // Its button disappeared with the row. The focus stays in the list.
    expect(document.activeElement).toContainElement(screen.getByRole('grid'));
    expect(document.body).not.toHaveFocus();
    expect(
      fakeServer()
        .calls(deleteSheetSync)
        .map(({ path }) => path),
    ).toEqual(['/google-sheet-cron/second-2']);
  },
);

test.each([
  ['[S8.CRON.7]', { message: 'There is nothing at this address' }, 'There is nothing at this address'],
  ['[S8.CRON.8]', undefined, 'Failed to delete cron'],
] as const)('reports a failed deletion %s', async (_row, body, shown) => {
  expectConsoleError(/DELETE .*: status 404/);
  serve(buildSync());
  const { actor } = await open();
  const dialog = await openDelete(actor);
  fakeServer().on(deleteSheetSync, () => ({ status: 404, body }));
  await actor.click(within(dialog).getByRole('button', { name: 'Delete Sheet' }));
  expect(await screen.findByText(shown)).toBeVisible();
  expect(cells()).toHaveLength(6);
});

test('starts a run by hand, polls it until it ends, and shows rejected rows with reasons', async () => {
  serve(buildSync());
  fakeServer().on(runSheetSync, () => ({ message: 'Synchronization started' }));
  fakeServer().on(listSheetSyncRuns, () => ({
    data: [
      {
        ...done,
        conflicts: [{ row: 5, column: 'Name' }],
        rejectedRows: [{ row: 4, reason: 'The row has neither a name nor an e-mail address nor an id' }],
      },
    ],
  }));
  const { actor } = await open();
  await screen.findByText('01234567');
  serve(buildSync({ lastRun: { ...done, state: 'running', finishedAt: null } }));
  await actor.click(screen.getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('Synchronizing…')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Run now' })).toBeDisabled();
  serve(buildSync({ lastRun: { ...done, rowsRead: 9 } }));
  expect(await screen.findByText(/9 read/)).toBeVisible();
  await actor.click(screen.getByRole('button', { name: 'Show runs' }));
  const dialog = screen.getByRole('dialog', { name: 'Runs' });
  await actor.click(await within(dialog).findByText('1 rejected row'));
  expect(within(dialog).getByText(/neither a name nor an e-mail address/)).toBeVisible();
  await actor.click(within(dialog).getByText(messages.sheetSyncs.keptEdits));
  expect(within(dialog).getByText('Row 5:').parentElement).toHaveTextContent('Row 5: Name');
});

test('shows a first failure and a recovery on any screen, and reloads the list', async () => {
  serve(buildSync());
  await open();
  await screen.findByText('01234567');
  await untilConnected();
  serve(buildSync({ lastRun: { ...done, state: 'failed', error: 'No spreadsheet at this address' } }));
  fakeServer().emit('sheet_sync_failed', { syncId: 'a', url, message: 'A Google Sheet could not be synchronized' });
  expect(await screen.findByText('A Google Sheet could not be synchronized')).toBeVisible();
  expect(await screen.findByText(/No spreadsheet at this address/)).toBeVisible();
  fakeServer().emit('sheet_sync_recovered', { syncId: 'a', url, message: 'It works again' });
  expect(await screen.findByText('It works again')).toBeVisible();
});
