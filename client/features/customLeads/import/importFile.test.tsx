import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildCustomLead, buildValues, csvFile, csvLine } from '#client/testing/customLeadRows.ts';
import { manyOf } from '#client/testing/leadRows.ts';
import {
  titles,
  leadsOf,
  serveCustomLeads,
  openCustomLeads,
  listed,
  posted,
  button,
  picker,
  preview,
  table,
  rowsIn,
  headersIn,
  column,
  choose,
  fileOf,
  drop,
  importInThread,
} from '#client/testing/openCustomLeads.ts';
import { consoleLines, expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();
importInThread();

test('previews a chosen file three rows at a time, without any call [S2.CUST.19] [S2.CUST.21] [S2.CUST.22] [S2.CUST.23] [S2.CUST.24] [S9.C.15] [S5.CSV.1] [S5.CSV.2]', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  await screen.findByText('No data available');
  // The calls at the start of a session may still be running.
  const ownCalls = () =>
    fakeServer()
      .calls()
      .filter(({ path }) => !/connected_accounts|notifications/.test(path));
  const callsBefore = ownCalls();
  const dialog = await choose(actor, fileOf(7));
  expect(headersIn(dialog)).toEqual(titles.slice(0, 22));
  expect(rowsIn(dialog)).toHaveLength(3);
  expect(within(dialog).getByText('Page 1 of 3')).toBeVisible();
  expect(within(dialog).getByText(/^7 rows\. A lead whose id is known already/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Previous' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Next' }));
  expect(await within(dialog).findByText('Page 2 of 3')).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Next' }));
  expect(await within(dialog).findByText('Ada Example 7')).toBeVisible();
  expect(rowsIn(dialog)).toHaveLength(1);
  expect(within(dialog).getByRole('button', { name: 'Next' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Previous' }));
  expect(await within(dialog).findByText('Ada Example 4')).toBeVisible();
  expect(ownCalls()).toEqual(callsBefore);
});

test('rejects a binary file with a message and shows no preview', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  await screen.findByText('No data available');
  await actor.upload(picker(), new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'leads.csv'));
  expect(await screen.findByText(messages.customLeads.notText)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<[string, (actor: UserEvent, dialog: HTMLElement) => Promise<void> | void]>([
  ['Cancel', (actor, dialog) => actor.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
  ['the X', (actor, dialog) => actor.click(within(dialog).getByRole('button', { name: 'Close' }))],
  ['Escape', (_actor, dialog) => void fireEvent(dialog, new Event('cancel', { cancelable: true }))],
])(
  '%s closes the preview, discards the rows, and the same file can be chosen again [S4.CUST.4] [S4.CUST.5]',
  async (_name, leave) => {
    serveCustomLeads();
    const { actor } = await openCustomLeads();
    const file = fileOf(7);
    const dialog = await choose(actor, file);
    expect(picker().files).toHaveLength(1);
    await leave(actor, dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(picker().value).toBe(''));
    expect(within(await choose(actor, file)).getByText('Page 1 of 3')).toBeVisible();
    expect(posted()).toEqual([]);
  },
);

test('Confirm stores every row as text, shows a message, and reloads the list from page 1 [S4.CUST.1] [S4.CUST.2] [S4.CUST.3] [S3.CL.2] [S8.CL.3] [S5.CSV.4] [S5.CSV.5] [S5.CSV.6]', async () => {
  serveCustomLeads(manyOf(12, (number) => buildCustomLead(number)));
  const { actor } = await openCustomLeads('/custom-leads?page=3');
  await screen.findByText('Ada Example 11');
  const lines = manyOf(6, (number) => csvLine(buildValues(number, { Name: `  New ${number} ` })));
  const dialog = await choose(actor, csvFile([...lines, '7,Short,,', `${csvLine(buildValues(8))},beyond`]));
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posted()).toHaveLength(1);
  expect(posted()[0]?.headers['content-type']).toBe('application/json');
  const leads = leadsOf(posted()[0]?.body);
  expect(leads[0]).toEqual(buildValues(1, { Name: 'New 1' }));
  const short = Object.fromEntries(customLeadKeys.map((key) => [key, '']));
  expect(leads.slice(6)).toEqual([{ ...short, Number: '7', Name: 'Short' }, buildValues(8)]);
  expect(picker().value).toBe('');
  await waitFor(() => expect(listed()).toHaveLength(2));
  expect(listed()[1]).toEqual({ page: '1', search: '', limit: '5' });
  expect(screen.getByText('leads.csv: 8 rows read, 8 added.')).toBeVisible();
});

test.each([
  [{ inserted: 1, updated: 3, unchanged: 1 }, 'leads.csv: 4 rows read, 1 added, 2 changed, 1 unchanged.'],
  [{ inserted: 0, updated: 4, unchanged: 0 }, 'leads.csv: 4 rows read, 4 changed.'],
])('the card describes the last import until the next one: %j', async (counts, words) => {
  serveCustomLeads();
  fakeServer().on(saveCustomLeads, () => ({ message: 'Saved successfully', data: counts }));
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf(4));
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(words)).toBeVisible();
  await choose(actor, fileOf(1));
  expect(screen.queryByText(words)).toBeNull();
});

test('after Confirm on page 1, the list shows the new rows with every value as in the file [S3.CL.3] [S3.CL.4] [S3.CL.5] [S3.CL.6] [S3.CL.7] [S3.CL.8]', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const lines = [
    buildValues(1, { Status: 'Accepted', platform: 'fb', is_organic: 'TRUE' }),
    buildValues(2, { Status: 'Rejected', platform: 'ig', is_organic: 'FALSE' }),
    buildValues(3, { Status: 'Waiting', platform: 'FB', is_organic: 'false', country: '' }),
    buildValues(4, { Status: 'on hold', platform: 'msg', EmailAddress: 'javascript:alert(1)' }),
  ].map(csvLine);
  const dialog = await choose(actor, csvFile(lines));
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(column('Status')).toEqual(['Accepted', 'Rejected', 'Waiting', 'on hold']));
  expect(column('platform')).toEqual(['fb', 'ig', 'FB', 'msg']);
  expect(column('is_organic').slice(0, 3)).toEqual(['TRUE', 'FALSE', 'FALSE']);
  expect(column('country')[2]).toBe('-');
  expect(within(table()).getByRole('link', { name: 'ada.1@example.test' })).toHaveAttribute(
    'href',
    'mailto:ada.1@example.test',
  );
  expect(within(table()).queryByRole('link', { name: /javascript/ })).toBeNull();
  expect(listed()).toHaveLength(2);
});

test.each([
  [{ mesage: 'Row 3 is too long', message: 'other' }, 'Row 3 is too long'],
  [{ message: 'The server is busy' }, 'The server is busy'],
  [undefined, 'Failed to MetaCustomLeads. Please try again.'],
])(
  'shows a refusal with the body %j, and keeps the preview with its rows [S4.CUST.6] [S8.CL.1] [S8.CL.2]',
  async (body, text) => {
    expectConsoleError(/POST \/meta-custom-leads: status 500/);
    serveCustomLeads();
    fakeServer().on(saveCustomLeads, () => ({ status: 500, body }));
    const { actor } = await openCustomLeads();
    const dialog = await choose(actor, fileOf(4));
    await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(rowsIn(dialog)).toHaveLength(3);
    serveCustomLeads();
    await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Saved successfully')).toBeVisible();
    expect(posted()).toHaveLength(2);
    expect(posted()[1]?.body).toEqual(posted()[0]?.body);
  },
);

test('treats a negative response as a failure; blocks a second request and closing until the response', async () => {
  serveCustomLeads();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(saveCustomLeads, async () => {
    await held;
    return { message: 'Not today', success: false, data: { inserted: 0, updated: 0, unchanged: 0 } };
  });
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf(1));
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  await actor.dblClick(confirm);
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(confirm).toBeDisabled();
  expect(within(dialog).getByText('Saving 1 row. Many rows take a while.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  const bar = within(dialog).getByRole('progressbar', { name: 'Saving 1 row' });
  expect(bar).not.toHaveAttribute('value');
  const ref = String(posted()[0]?.headers['x-import-ref']);
  fakeServer().emit('import_progress', { ref: 'of another tab', rowsReceived: 1, rowsStored: 1 });
  fakeServer().emit('import_progress', { ref, rowsReceived: 1, rowsStored: 0 });
  await waitFor(() => expect(bar).toHaveAttribute('value', '0.5'));
  expect(bar).toHaveAttribute('aria-valuetext', '50.0%');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  release();
  expect(await screen.findByText('Not today')).toBeVisible();
  expect(dialog).toBeVisible();
  await waitFor(() => expect(confirm).toBeEnabled());
  expect(posted()).toHaveLength(1);
});

test('saves a confirmed import and shows a message, even on another screen', async () => {
  serveCustomLeads();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(saveCustomLeads, async () => {
    await held;
    return { message: 'Saved successfully', data: { inserted: 1, updated: 0, unchanged: 0 } };
  });
  const { actor } = await openCustomLeads('/custom-leads?page=2');
  await actor.click(within(await choose(actor, fileOf(1))).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  await actor.click(screen.getByRole('link', { name: 'Campaigns' }));
  await screen.findByRole('heading', { name: 'Campaigns', level: 1 });
  release();
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  expect(window.location.pathname).toBe('/campaigns');
});

test('counts rows without an id, because importing them again duplicates them', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const withoutId = (number: number) => csvLine(buildValues(number, { id: number < 3 ? '' : String(number) }));
  const dialog = await choose(actor, csvFile(manyOf(4, withoutId)));
  expect(
    within(dialog).getByText(
      '4 rows, 2 without an id. A row without an id is known by its e-mail address or phone number.',
    ),
  ).toBeVisible();
});

test('keeps quotes literally with a warning, and can switch to quoted values [S5.CSV.3]', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const lines = ['1,"Example, Grace",grace@example.test', '2,Plain,plain@example.test'];
  const dialog = await choose(actor, csvFile(lines, { lineBreak: '\r\n' }));
  expect(within(dialog).getByText(/Some lines hold double quotes or more than 22 values/)).toBeVisible();
  expect(column('Name', dialog)).toEqual(['"Example', 'Plain']);
  expect(column('EmailAddress', dialog)).toEqual(['Grace"', 'plain@example.test']);
  await actor.click(within(dialog).getByRole('switch', { name: 'Read quoted values' }));
  await waitFor(() => expect(column('Name', dialog)).toEqual(['Example, Grace', 'Plain']));
  const toggle = within(dialog).getByRole('switch', { name: 'Read quoted values', checked: true });
  await waitFor(() => expect(toggle).toBeEnabled());
  await actor.click(toggle);
  await waitFor(() => expect(column('Name', dialog)).toEqual(['"Example', 'Plain']));
  await waitFor(() => expect(toggle).toBeEnabled());
  await actor.click(toggle);
  await waitFor(() => expect(column('EmailAddress', dialog)[0]).toBe('grace@example.test'));
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Saved successfully');
  const leads = leadsOf(posted()[0]?.body);
  expect(leads[0]).toMatchObject({ Name: 'Example, Grace', EmailAddress: 'grace@example.test', ad_id: '' });
});

test('shows no warning for a file without quotes and with 22 values per line', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  expect(within(await choose(actor, fileOf(1))).queryByRole('switch')).toBeNull();
});

test('rejects an invalid import with the reason and opens no preview', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  await screen.findByText('No data available');
  drop(new File(['a,b'], 'leads.doc'));
  expect(await screen.findByText(messages.customLeads.otherFormat)).toBeVisible();
  drop(new File(['a,b'], 'leads'));
  expect(await screen.findByText('Please choose a .csv or .xlsx file')).toBeVisible();
  const huge = csvFile([]);
  Object.defineProperty(huge, 'size', { value: importLimits.fileBytes + 1 });
  await actor.upload(picker(), huge);
  expect(await screen.findByText('At most 50 MB can be imported at once')).toBeVisible();
  expect(picker().value).toBe('');
  await actor.upload(picker(), csvFile(['', ' ,,']));
  expect(await screen.findByText('No data found')).toBeVisible();
  await waitFor(() => expect(picker().value).toBe(''));
  await actor.upload(picker(), csvFile([`${'1\n'.repeat(importLimits.rows)}1`]));
  expect(await screen.findByText('At most 100,000 rows can be imported at once')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('reports a file that cannot be read', async () => {
  expectConsoleError(/An import could not be read/);
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const file = csvFile(['1']);
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await actor.upload(picker(), file);
  expect(await screen.findByText('This file could not be read')).toBeVisible();
  expect(consoleLines().join()).not.toContain('gone');
});

test('shows progress while reading, and can be canceled', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const file = csvFile(['1']);
  file.arrayBuffer = () => new Promise(() => undefined);
  await actor.upload(picker(), file);
  expect(await screen.findByRole('progressbar', { name: 'Reading leads.csv' })).toHaveAttribute('value', '0');
  await actor.click(button('Cancel'));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(picker()).toHaveFocus();
  expect(picker().value).toBe('');
  expect(within(await choose(actor, fileOf(1))).getByText('Page 1 of 1')).toBeVisible();
});

test('previews a file that is dropped on the page', async () => {
  serveCustomLeads();
  await openCustomLeads();
  drop(fileOf(2));
  expect(within(await preview()).getByText('Ada Example 2')).toBeVisible();
});
