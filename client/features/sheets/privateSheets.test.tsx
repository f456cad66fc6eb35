import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildValues } from '#client/testing/customLeadRows.ts';
import { manyOf } from '#client/testing/leadRows.ts';
import { importInThread, openCustomLeads, preview, rowsIn, serveCustomLeads } from '#client/testing/openCustomLeads.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { listPrivateSheets, releasePrivateSheet, showSheetCode, takeOverSheet } from '#shared/contracts/sheets.ts';
import { listSheetSyncs, runSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();
importInThread();

const url = 'https://docs.google.com/spreadsheets/d/abc/edit';
const code = 'LEAD-01234-56789';
const refused = { status: 403, body: { code: 'SHEET_CLAIMED', message: messages.sheets.claimed } };
const missing = { status: 409, body: { code: 'SHEET_CODE_MISSING', message: messages.sheets.codeMissing } };

/** The server finds the code only at the second check. */
const serveTakeOver = (): void => {
  fakeServer().on(showSheetCode, () => ({ data: { code, expiresAt: '2026-11-22T10:00:00.000Z' } }));
  let checks = 0;
  fakeServer().on(takeOverSheet, () => {
    checks += 1;
    return checks === 1 ? missing : { message: messages.sheets.taken };
  });
};

const takeOverDialog = () => screen.findByRole('dialog', { name: 'Take over this sheet' });

test('importing the sheet of another person shows a code, and continues once the code is found', async () => {
  expectConsoleError(/fetch-google-sheet: status 403|take-over: status 409/);
  serveCustomLeads();
  serveTakeOver();
  fakeServer().on(fetchGoogleSheet, () => refused);
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${url}{Enter}`);

  const dialog = await takeOverDialog();
  expect(within(dialog).getByText(messages.sheets.claimed)).toBeVisible();
  expect(await within(dialog).findByText(code)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Copy code' })).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'the sheet' })).toHaveAttribute('href', url);

  const check = within(dialog).getByRole('button', { name: 'I have put it in' });
  await actor.click(check);
  expect(await within(dialog).findByText(messages.sheets.codeMissing)).toBeVisible();
  await waitFor(() => expect(check).toBeEnabled());

  fakeServer().on(fetchGoogleSheet, () => ({ data: manyOf(2, (number) => buildValues(number)) }));
  await actor.click(check);
  expect(rowsIn(await preview())).toHaveLength(2);
  expect(await screen.findByText(messages.sheets.taken)).toBeVisible();
  expect(
    fakeServer()
      .calls(takeOverSheet)
      .map(({ body }) => body),
  ).toEqual([{ url }, { url }]);
});

test('the dialog shows why there is no code, and can be closed', async () => {
  expectConsoleError(/fetch-google-sheet: status 403|code: status 404/);
  serveCustomLeads();
  fakeServer().on(fetchGoogleSheet, () => refused);
  fakeServer().on(showSheetCode, () => ({ status: 404, body: { message: messages.sheets.notHeld } }));
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${url}{Enter}`);
  const dialog = await takeOverDialog();
  expect(await within(dialog).findByText(messages.sheets.notHeld)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'I have put it in' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByPlaceholderText('Paste Google Sheet URL')).toHaveValue(url);
});

const openSyncs = async (width = 1280) => {
  const rendered = await renderApp({ path: '/google-sheets', user: buildUser(), width });
  await screen.findByRole('heading', { name: 'Google Sheet AutoSync' });
  return rendered;
};

test.each([1280, 360])(
  'takes over a synced sheet of another person and syncs it at once, at %i pixels',
  async (width) => {
    expectConsoleError(/take-over: status 409/);
    const failed = {
      id: 1,
      state: 'failed',
      startedAt: '2025-11-05T06:03:00.000Z',
      finishedAt: '2025-11-05T06:03:02.000Z',
      rowsRead: 0,
      rowsAdded: 0,
      rowsChanged: 0,
      rowsUnchanged: 0,
      rowsRejected: 0,
      error: messages.sheets.claimed,
    } as const;
    const createdAt = '2025-11-05T12:00:00.000Z';
    const sync = { _id: 'a', id: 'a', url, type: 'meta', createdAt, nextRunAt: createdAt, lastRun: failed } as const;
    fakeServer().on(listSheetSyncs, () => ({
      data: [{ ...sync, canTakeOver: true }],
      ...toPageFields({ page: 1, limit: 1 }, 1),
      serviceAccount: null,
    }));
    fakeServer().on(runSheetSync, () => ({ message: messages.sheetSyncs.runStarted }));
    serveTakeOver();
    const { actor } = await openSyncs(width);
    await actor.click(await screen.findByRole('button', { name: 'Take over' }));
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
    const dialog = await takeOverDialog();
    await within(dialog).findByText(code);
    const check = within(dialog).getByRole('button', { name: 'I have put it in' });
    await actor.click(check);
    await within(dialog).findByText(messages.sheets.codeMissing);
    await waitFor(() => expect(check).toBeEnabled());
    await actor.click(check);
    expect(await screen.findByText(messages.sheets.taken)).toBeVisible();
    await waitFor(() => expect(fakeServer().calls(runSheetSync)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('lists private sheets, and releases one', async () => {
  expectConsoleError(/private-sheets\/:id: status 409/);
  fakeServer().on(listSheetSyncs, () => ({
    data: [],
    ...toPageFields({ page: 1, limit: 1 }, 0),
    serviceAccount: null,
  }));
  const claimedAt = '2025-11-05T12:00:00.000Z';
  let held = [{ id: 'abc', url, claimedAt }];
  fakeServer().on(listPrivateSheets, () => ({ data: held }));
  fakeServer().on(releasePrivateSheet, () => ({ status: 409, body: { message: messages.sheets.inSync } }));
  const { actor } = await openSyncs();
  expect(fakeServer().calls(listPrivateSheets)).toEqual([]);
  await actor.click(screen.getByRole('button', { name: 'Private Sheets' }));
  const dialog = screen.getByRole('dialog', { name: 'Private Sheets' });
  expect(await within(dialog).findByText(url)).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Release' }));
  expect(await screen.findByText(messages.sheets.inSync)).toBeVisible();
  fakeServer().on(releasePrivateSheet, () => {
    held = [];
    return { message: messages.sheets.released };
  });
  await actor.click(within(dialog).getByRole('button', { name: 'Release' }));
  expect(await screen.findByText(messages.sheets.released)).toBeVisible();
  expect(await within(dialog).findByText('No private sheets')).toBeVisible();
  expect(
    fakeServer()
      .calls(releasePrivateSheet)
      .map(({ path }) => path),
  ).toEqual(['/private-sheets/abc', '/private-sheets/abc']);
});
