import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCustomLead, buildValues, csvFile, csvLine } from '#client/testing/customLeadRows.ts';
import { inThreadWorker } from '#client/testing/inThreadWorker.ts';
import { manyOf, nestedPageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { consoleLines, expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { fetchGoogleSheet, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { importLimits, searchDebounceMs } from '#shared/limits.ts';
import { serveImport } from './import/serveImport.ts';
import { useColumnsStore } from './columnsStore.ts';
import { readLiteralCsv } from '#client/lib/csv/readLiteralCsv.ts';

setUpFakeServer();
beforeEach(() => {
  vi.stubGlobal('Worker', inThreadWorker(serveImport));
  useColumnsStore.setState(useColumnsStore.getInitialState());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const titles =
  'Number, Name, EmailAddress, ad_id, Status, Project, id, created_time, Ad Name, Ad Set Id, Ad Set Name, Campaign Id, Campaign Name, Form Id, Form Name, Is Organic, Platform, Unit Type, Sales Advisor Contact, Country, Starting Price, UNIX, Updated At'.split(
    ', ',
  );

/** The server keeps what is saved, and lists it. */
const serve = (stored: CustomLead[] = []): void => {
  fakeServer().on(listCustomLeads, ({ query }) => nestedPageOf(stored, Number(query['page']), Number(query['limit'])));
  fakeServer().on(saveCustomLeads, ({ body }) => {
    const leads = leadsOf(body);
    stored.push(...leads.map((values, index) => ({ ...buildCustomLead(index + 1), ...values })));
    return { message: 'Saved successfully', data: { inserted: leads.length, updated: 0 } };
  });
};

const open = async (path = '/custom-leads', user = buildUser({ google: true })) => {
  const rendered = await renderApp({ path, user });
  await screen.findByRole('heading', { name: 'Meta Custom Leads', level: 1 });
  return rendered;
};
const listed = () =>
  fakeServer()
    .calls(listCustomLeads)
    .map(({ query }) => query);
const posted = () => fakeServer().calls(saveCustomLeads);
const leadsOf = (body: unknown): CustomLeadValues[] => (body as { leads: CustomLeadValues[] }).leads;
const button = (name: string) => screen.getByRole('button', { name });
const picker = () => screen.getByLabelText<HTMLInputElement>('Choose CSV file');
const preview = () => screen.findByRole('dialog', { name: 'Preview Data' });
const rowsIn = (parent: HTMLElement) => within(parent).getAllByRole('row').slice(1);
const headersIn = (parent: HTMLElement) =>
  within(parent)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);
const table = () => screen.getByRole('region', { name: 'Custom leads' });
/** The texts of a column, by its key. */
const column = (key: string, parent: HTMLElement = table()) =>
  [...parent.querySelectorAll(`td[data-column="${key}"]`)].map((cell) => cell.textContent);

/** Chooses a file and waits for its preview. */
const choose = async (actor: UserEvent, file: File): Promise<HTMLElement> => {
  await actor.upload(picker(), file);
  return preview();
};
const fileOf = (count: number): File => csvFile(manyOf(count, (number) => csvLine(buildValues(number))));
const drop = (file: File): void => {
  const dataTransfer = { types: ['Files'], files: [file] };
  fireEvent.dragOver(document.body, { dataTransfer });
  fireEvent.drop(document.body, { dataTransfer });
};

test('title, search box, the ways to import, and the first five leads in 23 columns [S2.CUST.1] [S2.CUST.2] [S2.CUST.4] [S2.CUST.5] [S2.CUST.7] [S2.CUST.9] [S2.CUST.10] [S2.CUST.11] [S2.CUST.12] [S9.C.14]', async () => {
  serve(manyOf(7, (number) => buildCustomLead(number)));
  await open();
  expect(await screen.findByText('Ada Example 5')).toBeVisible();
  expect(rowsIn(table())).toHaveLength(5);
  expect(headersIn(table())).toEqual(titles);
  expect(listed()).toEqual([{ page: '1', search: '', limit: '5' }]);
  expect(screen.getByPlaceholderText('Search by name or description...')).toBeVisible();
  expect(picker()).toHaveAttribute('accept', '.csv');
  expect(button('Download Sample CSV')).toBeEnabled();
  expect(button('Export Google Sheet')).toBeEnabled();
  expect(screen.getByPlaceholderText('Paste Google Sheet URL')).toBeVisible();
  expect(button('Import')).toBeDisabled();
  expect(column('updatedAt')[0]).toMatch(/^November 5, 2025 at \d{1,2}:\d\d\s[AP]M$/);
});

test('pages by number; the ends are disabled [S2.CUST.14] [S2.CUST.15] [S2.CUST.16] [S2.CUST.17] [S2.CUST.18]', async () => {
  serve(manyOf(50, (number) => buildCustomLead(number)));
  const { actor } = await open();
  await screen.findByText('Ada Example 5');
  const pages = screen.getByRole('navigation', { name: 'Pagination' });
  expect(pages).toHaveTextContent(/1–5 of 50.*Previous123…10Next/);
  expect(button('Previous')).toBeDisabled();
  await actor.click(button('Page 10'));
  expect(await screen.findByText('Ada Example 50')).toBeVisible();
  await waitFor(() => expect(button('Previous')).toBeEnabled());
  expect(button('Next')).toBeDisabled();
  expect(window.location.search).toBe('?page=10');
  expect(listed().at(-1)).toEqual({ page: '10', search: '', limit: '5' });
});

test('a page that is gone says so and leads back', async () => {
  serve(manyOf(3, (number) => buildCustomLead(number)));
  const { actor } = await open('/custom-leads?page=4');
  expect(await screen.findByText('No data available')).toBeVisible();
  await actor.click(button('Back to the first page'));
  expect(await screen.findByText('Ada Example 3')).toBeVisible();
});

test('typing searches once, a second after the last key, from page 1; no match can be cleared [S2.CUST.3] [S2.CUST.13] [S9.C.17] [S5.EXP.1]', async () => {
  fakeServer().on(listCustomLeads, ({ query }) =>
    nestedPageOf(query['search'] === '' ? manyOf(7, (number) => buildCustomLead(number)) : [], 1, 5),
  );
  const { actor } = await open('/custom-leads?page=2');
  await screen.findByText('Ada Example 1');
  const typedAt = performance.now();
  await actor.type(screen.getByRole('searchbox'), 'nobody');
  expect(listed()).toHaveLength(1);
  expect(await screen.findByText('No leads match “nobody”.', {}, { timeout: 4000 })).toBeVisible();
  expect(performance.now() - typedAt).toBeGreaterThanOrEqual(searchDebounceMs);
  expect(listed().slice(1)).toEqual([{ page: '1', search: 'nobody', limit: '5' }]);
  expect(button('Export Google Sheet')).toBeDisabled();
  await actor.click(button('Clear search'));
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
});

test('the sample is a file of the 22 headers and rows that can be imported [S2.CUST.6] [S3.CL.9]', async () => {
  serve();
  const saved: { name: string; content: Blob }[] = [];
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    if (object instanceof Blob) content = object;
    return 'blob:sample';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
  const { actor } = await open();
  await actor.click(button('Download Sample CSV'));
  expect(saved.map(({ name }) => name)).toEqual(['sample.csv']);
  const text = (await saved[0]?.content.text()) ?? '';
  expect(text.split('\n')[0]).toBe(
    'Number,Name,Email Address,ad_id,Status,Project,id,created_time,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,form_name,is_organic,platform,Unit Type,Would you like to be contacted by a sales advisor?,country,Starting price,UNIX',
  );
  const { rows, widestLine } = readLiteralCsv(text, { columns: 22, maxRows: 100 });
  const valuesOf = (key: (typeof customLeadKeys)[number]) => rows.map((row) => row[customLeadKeys.indexOf(key)]);
  expect(widestLine).toBe(22);
  expect(text).not.toContain('"');
  expect(rows.flat()).not.toContain('');
  expect(valuesOf('Status')).toEqual(['Accepted', 'Rejected', 'Waiting']);
  expect(new Set(valuesOf('platform'))).toEqual(new Set(['fb', 'ig']));
  expect(new Set(valuesOf('is_organic'))).toEqual(new Set(['TRUE', 'FALSE']));
  expect(valuesOf('EmailAddress').every((address) => address?.endsWith('@example.test'))).toBe(true);
});

test('a chosen file is previewed three rows at a time, without any call [S2.CUST.19] [S2.CUST.21] [S2.CUST.22] [S2.CUST.23] [S2.CUST.24] [S9.C.15] [S5.CSV.1] [S5.CSV.2]', async () => {
  serve();
  const { actor } = await open();
  await screen.findByText('No data available');
  const callsBefore = fakeServer().calls().length;
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
  expect(fakeServer().calls()).toHaveLength(callsBefore);
});

test.each<[string, (actor: UserEvent, dialog: HTMLElement) => Promise<void> | void]>([
  ['Cancel', (actor, dialog) => actor.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
  ['the X', (actor, dialog) => actor.click(within(dialog).getByRole('button', { name: 'Close' }))],
  ['Escape', (_actor, dialog) => void fireEvent(dialog, new Event('cancel', { cancelable: true }))],
])(
  '%s closes the preview, keeps nothing, and the same file can be chosen again [S4.CUST.4] [S4.CUST.5]',
  async (_name, leave) => {
    serve();
    const { actor } = await open();
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

test('Confirm stores every row as text, tells so, and the list is read again from page 1 [S4.CUST.1] [S4.CUST.2] [S4.CUST.3] [S3.CL.2] [S8.CL.3] [S5.CSV.4] [S5.CSV.5] [S5.CSV.6]', async () => {
  serve(manyOf(12, (number) => buildCustomLead(number)));
  const { actor } = await open('/custom-leads?page=3');
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
});

test('after Confirm on page 1 the new rows are in the list, every value as it was in the file [S3.CL.3] [S3.CL.4] [S3.CL.5] [S3.CL.6] [S3.CL.7] [S3.CL.8]', async () => {
  serve();
  const { actor } = await open();
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

test('answers that are not text are shown all the same [S3.CL.8]', async () => {
  const lead = { ...buildCustomLead(1), is_organic: true, UNIX: 1_762_322_580, country: null };
  fakeServer().on(listCustomLeads, () => nestedPageOf([lead as unknown as CustomLead, buildCustomLead(2)], 1, 5));
  await open();
  await screen.findByText('Ada Example 1');
  expect(column('is_organic')).toEqual(['TRUE', 'TRUE']);
  expect(column('UNIX')[0]).toBe('1762322580');
  expect(column('country')[0]).toBe('-');
});

test.each([
  [{ mesage: 'Row 3 is too long', message: 'other' }, 'Row 3 is too long'],
  [{ message: 'The server is busy' }, 'The server is busy'],
  [undefined, 'Failed to MetaCustomLeads. Please try again.'],
])(
  'a refusal with the body %j is told, and the preview stays with its rows [S4.CUST.6] [S8.CL.1] [S8.CL.2]',
  async (body, text) => {
    expectConsoleError(/POST \/meta-custom-leads: status 500/);
    serve();
    fakeServer().on(saveCustomLeads, () => ({ status: 500, body }));
    const { actor } = await open();
    const dialog = await choose(actor, fileOf(4));
    await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(rowsIn(dialog)).toHaveLength(3);
    serve();
    await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Saved successfully')).toBeVisible();
    expect(posted()).toHaveLength(2);
    expect(posted()[1]?.body).toEqual(posted()[0]?.body);
  },
);

test('an answer that says no counts as a refusal; while it is awaited there is no second request and no way out', async () => {
  serve();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(saveCustomLeads, async () => {
    await held;
    return { message: 'Not today', success: false, data: { inserted: 0, updated: 0 } };
  });
  const { actor } = await open();
  const dialog = await choose(actor, fileOf(1));
  const confirm = within(dialog).getByRole('button', { name: 'Confirm' });
  await actor.dblClick(confirm);
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(confirm).toBeDisabled();
  expect(within(dialog).getByText('Saving 1 row. Many rows take a while.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  release();
  expect(await screen.findByText('Not today')).toBeVisible();
  expect(dialog).toBeVisible();
  await waitFor(() => expect(confirm).toBeEnabled());
  expect(posted()).toHaveLength(1);
});

test('what was confirmed is saved and told, also on another screen by then', async () => {
  serve();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(saveCustomLeads, async () => {
    await held;
    return { message: 'Saved successfully', data: { inserted: 1, updated: 0 } };
  });
  const { actor } = await open('/custom-leads?page=2');
  await actor.click(within(await choose(actor, fileOf(1))).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(posted()).toHaveLength(1));
  await actor.click(screen.getByRole('link', { name: 'Campaigns' }));
  await screen.findByRole('heading', { name: 'Campaigns', level: 1 });
  release();
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  expect(window.location.pathname).toBe('/campaigns');
});

test('rows without an id are counted, since they would be added again', async () => {
  serve();
  const { actor } = await open();
  const withoutId = (number: number) => csvLine(buildValues(number, { id: number < 3 ? '' : String(number) }));
  const dialog = await choose(actor, csvFile(manyOf(4, withoutId)));
  expect(
    within(dialog).getByText('4 rows, 2 without an id. A row without an id is added again by every import.'),
  ).toBeVisible();
});

test('quotes are kept to the letter with a warning, and read by the other rule at a switch [S5.CSV.3]', async () => {
  serve();
  const { actor } = await open();
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

test('a file without quotes, of 22 values a line, has no warning', async () => {
  serve();
  const { actor } = await open();
  expect(within(await choose(actor, fileOf(1))).queryByRole('switch')).toBeNull();
});

test('what cannot be imported is refused with the reason, and no preview opens', async () => {
  serve();
  const { actor } = await open();
  await screen.findByText('No data available');
  drop(new File(['a,b'], 'leads.xlsx'));
  expect(await screen.findByText('Please choose a .csv file')).toBeVisible();
  const huge = csvFile([]);
  Object.defineProperty(huge, 'size', { value: importLimits.fileBytes + 1 });
  await actor.upload(picker(), huge);
  expect(await screen.findByText('At most 50 MB can be imported at once')).toBeVisible();
  expect(picker().value).toBe('');
  await actor.upload(picker(), csvFile(['', ' ,,']));
  expect(await screen.findByText('No data found')).toBeVisible();
  await waitFor(() => expect(picker().value).toBe(''));
  await actor.upload(picker(), csvFile([`${'1\n'.repeat(importLimits.rows)}1`]));
  expect(await screen.findByText('At most 100,000 rows can be imported at once', {}, { timeout: 8000 })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that cannot be read is told', async () => {
  expectConsoleError(/An import could not be read/);
  serve();
  const { actor } = await open();
  const file = csvFile(['1']);
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await actor.upload(picker(), file);
  expect(await screen.findByText('This file could not be read')).toBeVisible();
  expect(consoleLines().join()).not.toContain('gone');
});

test('reading shows its progress and can be called off', async () => {
  serve();
  const { actor } = await open();
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

test('a file that is dropped on the page is previewed', async () => {
  serve();
  await open();
  drop(fileOf(2));
  expect(within(await preview()).getByText('Ada Example 2')).toBeVisible();
});

const sheet = 'https://docs.google.com/spreadsheets/d/abc/edit?usp=sharing#gid=0';

test('a sheet is fetched by its address and previewed; saving empties the box [S2.CUST.20] [S5.URL.1] [S7.FGS.1]', async () => {
  serve();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(fetchGoogleSheet, async () => {
    await held;
    return { data: manyOf(7, (number) => buildValues(number)) };
  });
  const { actor } = await open();
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
  ).toEqual([{ url: sheet }]);
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Saved successfully')).toBeVisible();
  expect(leadsOf(posted()[0]?.body)).toEqual(manyOf(7, (number) => buildValues(number)));
  await waitFor(() => expect(box).toHaveValue(''));
});

test('rows of a sheet are understood by key, by header, by title, and as lists', async () => {
  serve();
  const values = buildValues(1, { is_organic: 'TRUE' });
  const byHeader = Object.fromEntries(customLeadColumns.map(({ key, header }) => [header, values[key]]));
  const byTitle = Object.fromEntries(customLeadColumns.map(({ key, title }) => [title, values[key]]));
  const list = [...customLeadKeys.map((key) => (key === 'is_organic' ? true : values[key])), 'beyond'];
  const rows = [values, byHeader, byTitle, list] as unknown as CustomLeadValues[];
  fakeServer().on(fetchGoogleSheet, () => ({ data: rows }));
  const { actor } = await open();
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
])('a sheet that cannot be fetched: %j; the address stays [S8.CL.4]', async (failure, text) => {
  expectConsoleError(/fetch-google-sheet/);
  serve();
  fakeServer().on(fetchGoogleSheet, () => failure);
  const { actor } = await open();
  const box = screen.getByPlaceholderText('Paste Google Sheet URL');
  await actor.type(box, 'not an address & more');
  await actor.click(button('Import'));
  expect(await screen.findByText(text)).toBeVisible();
  expect(fakeServer().calls(fetchGoogleSheet)[0]?.query).toEqual({ url: 'not an address & more' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(box).toHaveValue('not an address & more');
  expect(button('Import')).toBeEnabled();
});

test('an empty sheet opens no preview', async () => {
  serve();
  fakeServer().on(fetchGoogleSheet, () => ({ data: [] }));
  const { actor } = await open();
  await actor.type(screen.getByPlaceholderText('Paste Google Sheet URL'), `${sheet}{Enter}`);
  expect(await screen.findByText('No data found')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the export posts the shown rows by their index, without what belongs to the record [S7.EXP.3] [S7.EXP.4] [S2.CUST.8]', async () => {
  serve(manyOf(7, (number) => buildCustomLead(number)));
  fakeServer().on(exportGoogleSheet, () => ({
    message: 'Google Sheet created with 2 rows',
    url: 'https://docs.example.test/1',
    data: {
      id: 'export-1',
      platform: null,
      state: 'complete' as const,
      rowsWritten: 2,
      rowsTotal: 2,
      url: 'https://docs.example.test/1',
      error: null,
      createdAt: '2026-11-21T09:00:00.000Z',
      finishedAt: null,
    },
  }));
  const { actor } = await open('/custom-leads?page=2');
  await screen.findByText('Ada Example 7');
  await actor.click(button('Export Google Sheet'));
  expect(await screen.findByText('Google Sheet created with 2 rows')).toBeVisible();
  const { body } = fakeServer().calls(exportGoogleSheet)[0] ?? {};
  expect(body).toEqual({ 0: buildValues(6), 1: buildValues(7) });
});

test('a list that cannot be read is empty, without a toast, and can be tried again [S8.CL.5] [S2.CUST.13]', async () => {
  expectConsoleError(/GET \/meta-custom-leads: status 500 broken/);
  fakeServer().on(listCustomLeads, () => ({ status: 500, body: { message: 'broken' } }));
  const { actor } = await open();
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.queryByText('broken')).toBeNull();
  expect(button('Export Google Sheet')).toBeDisabled();
  serve([buildCustomLead(1)]);
  await actor.click(button('Retry'));
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
});

test('columns can be put away; the browser remembers it until they are reset', async () => {
  serve([buildCustomLead(1)]);
  const { actor } = await open();
  await screen.findByText('Ada Example 1');
  await actor.click(button('Columns'));
  await actor.click(screen.getByRole('checkbox', { name: 'ad_id' }));
  await actor.click(screen.getByRole('checkbox', { name: 'Updated At' }));
  expect(headersIn(table())).toEqual(titles.filter((title) => title !== 'ad_id' && title !== 'Updated At'));
  expect(JSON.parse(localStorage.getItem('persist:customLeadColumns') ?? '')).toMatchObject({
    state: { hidden: ['ad_id', 'updatedAt'] },
  });
  await actor.click(button('Reset'));
  expect(headersIn(table())).toEqual(titles);
  await actor.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox', { name: 'ad_id' })).toBeNull();
});

test('the hint of the server that leads came makes the list read again', async () => {
  serve([buildCustomLead(1)]);
  await open();
  await screen.findByText('Ada Example 1');
  await waitFor(() => expect(document.querySelector('[data-socket-status=connected]')).not.toBeNull());
  serve([buildCustomLead(2), buildCustomLead(1)]);
  fakeServer().emit('leads_changed', { list: 'custom' });
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});
