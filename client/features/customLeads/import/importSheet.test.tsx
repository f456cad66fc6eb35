import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildValues } from '#client/testing/customLeadRows.ts';
import { manyOf } from '#client/testing/leadRows.ts';
import {
  titles,
  leadsOf,
  serveCustomLeads,
  openCustomLeads,
  posted,
  button,
  preview,
  rowsIn,
  headersIn,
  importInThread,
} from '#client/testing/openCustomLeads.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

setUpFakeServer();
importInThread();

const sheet = 'https://docs.google.com/spreadsheets/d/abc/edit?usp=sharing#gid=0';

test('fetches and previews a sheet by its address; saving clears the input [S2.CUST.20] [S5.URL.1] [S7.FGS.1]', async () => {
  serveCustomLeads();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(fetchGoogleSheet, async () => {
    await held;
    return { data: manyOf(7, (number) => buildValues(number)) };
  });
  const { actor } = await openCustomLeads();
  const box = screen.getByPlaceholderText('Paste Google Sheet URL');
  await actor.type(box, '   ');
  expect(button('Import')).toBeDisabled();
  await actor.clear(box);
  await actor.type(box, sheet);
  await actor.click(button('Import'));
  await waitFor(() => expect(button('Import')).toBeDisabled());
  release();
  const dialog = await preview();
  expect(rowsIn(dialog)).toHaveLength(3);
  expect(headersIn(dialog)).toEqual(titles.slice(0, 22));
  expect(
    fakeServer()
      .calls(fetchGoogleSheet)
      .map(({ query }) => query),
  ).toEqual([{ url: sheet, cells: 'true' }]);
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  expect(leadsOf(posted()[0]?.body)).toEqual(manyOf(7, (number) => buildValues(number)));
  await waitFor(() => expect(box).toHaveValue(''));
});

test('reads the cells of a sheet like a file', async () => {
  serveCustomLeads();
  const rows = [
    ['Leads of October'],
    ['Vorname', 'Nachname', 'E-Mail', 'Frage 30'],
    ['Ada', 'Example', 'ada@example.test', 'yes'],
    ['Grace', 'Example', 'grace@example.test', ''],
    ['Summe', '2'],
  ];
  fakeServer().on(fetchGoogleSheet, () => ({ data: [], rows }));
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${sheet}{Enter}`);
  const dialog = await preview();
  expect(within(dialog).getByText('2 people')).toBeVisible();
  expect(within(dialog).getByText('1 row left out')).toBeVisible();
  expect(within(dialog).getByText('Lines above the header are left out.')).toBeVisible();
  expect(within(dialog).queryByRole('switch')).toBeNull();
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Saved successfully');
  expect(leadsOf(posted()[0]?.body)).toMatchObject([
    { Name: 'Ada Example', EmailAddress: 'ada@example.test', answers: { 'Frage 30': 'yes' } },
    { Name: 'Grace Example', EmailAddress: 'grace@example.test' },
  ]);
  expect(await screen.findByText('Google Sheet: 3 rows read, 2 added, 1 left out.')).toBeVisible();
});

test('reads a sheet with the specified header by place', async () => {
  serveCustomLeads();
  const values = buildValues(1, { Name: '"Example, Ada"' });
  const rows = [customLeadColumns.map(({ header }) => header), customLeadKeys.map((key) => values[key])];
  fakeServer().on(fetchGoogleSheet, () => ({ data: [], rows }));
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${sheet}{Enter}`);
  const dialog = await preview();
  expect(within(dialog).getByText(/^1 row\. A lead whose id is known already/)).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Saved successfully');
  expect(leadsOf(posted()[0]?.body)).toEqual([values]);
});

test('reads sheet rows by key, header and title, and as lists', async () => {
  serveCustomLeads();
  const values = buildValues(1, { is_organic: 'TRUE' });
  const byHeader = Object.fromEntries(customLeadColumns.map(({ key, header }) => [header, values[key]]));
  const byTitle = Object.fromEntries(customLeadColumns.map(({ key, title }) => [title, values[key]]));
  const list = [...customLeadKeys.map((key) => (key === 'is_organic' ? true : values[key])), 'beyond'];
  const rows = [values, byHeader, byTitle, list] as unknown as CustomLeadValues[];
  fakeServer().on(fetchGoogleSheet, () => ({ data: rows }));
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${sheet}{Enter}`);
  await actor.click(within(await preview()).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Saved successfully');
  expect(leadsOf(posted()[0]?.body)).toEqual(Array.from({ length: 4 }, () => values));
});

test.each([
  [
    { status: 400, body: { message: 'Please provide a valid Google Sheet URL' } },
    'Please provide a valid Google Sheet URL',
  ],
  [{ status: 500 }, 'Failed to fetch Google Sheet'],
  [{ drop: true } as const, 'Failed to fetch Google Sheet'],
])('keeps the address of a sheet that cannot be fetched: %j [S8.CL.4]', async (failure, text) => {
  expectConsoleError(/fetch-google-sheet/);
  serveCustomLeads();
  fakeServer().on(fetchGoogleSheet, () => failure);
  const { actor } = await openCustomLeads();
  const box = screen.getByPlaceholderText('Paste Google Sheet URL');
  await actor.type(box, 'not an address & more');
  await actor.click(button('Import'));
  expect(await screen.findByText(text)).toBeVisible();
  expect(fakeServer().calls(fetchGoogleSheet)[0]?.query).toEqual({
    url: 'not an address & more',
    cells: 'true',
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(box).toHaveValue('not an address & more');
  expect(button('Import')).toBeEnabled();
});

test('opens no preview for an empty sheet', async () => {
  serveCustomLeads();
  fakeServer().on(fetchGoogleSheet, () => ({ data: [] }));
  const { actor } = await openCustomLeads();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${sheet}{Enter}`);
  expect(await screen.findByText('No data found')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
