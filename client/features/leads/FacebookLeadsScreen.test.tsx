import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildFormLead, manyOf, nestedPageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { listFacebookLeads } from '#shared/contracts/leads.ts';
import type { FormLead } from '#shared/contracts/leads.ts';

setUpFakeServer();

const serve = (leads: FormLead[]): void =>
  fakeServer().on(listFacebookLeads, () => nestedPageOf(leads, 1, Math.max(1, leads.length)));
const open = () => renderApp({ path: '/old_leads', user: buildUser({ facebook: true, google: true }) });
const cellsOf = (row: number) =>
  [...(screen.getAllByRole('row')[row] as HTMLTableRowElement).cells].map((cell) => cell.textContent);

test('shows title and columns after a call without parameters, with a spinner until then [S2.META.1] [S2.META.2] [S2.META.3] [S2.META.7] [S2.META.11] [S7.FL.1] [S2.ROUTE.15]', async () => {
  let answer: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  fakeServer().on(listFacebookLeads, async () => {
    await isAsked;
    return nestedPageOf(manyOf(2, buildFormLead), 1, 50);
  });
  await open().catch(() => undefined);
  expect(await screen.findByRole('heading', { name: 'Leads', level: 1 })).toBeVisible();
  expect(await screen.findByText('Loading leads')).toBeInTheDocument();
  answer();
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Name',
    'Email',
    'Phone',
    'form Name',
    'page Id',
    'form Id',
    'Lead Id',
    'created_time',
    'Action',
  ]);
  expect(screen.getAllByRole('button', { name: 'View Lead' })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Export Google Sheet' })).toBeEnabled();
  expect(
    fakeServer()
      .calls(listFacebookLeads)
      .map(({ query }) => query),
  ).toEqual([{}]);
});

test('reads field names in any spelling, the first value, and no other questions [S2.META.4] [S2.META.5] [S2.META.6]', async () => {
  const fields = [
    { name: 'Full Name', values: ['First', 'Second'] },
    { name: 'email', values: ['ada@example.test'] },
    { name: 'PHONE NUMBER', values: ['+4915100000001'] },
    { name: 'city', values: ['Berlin'] },
  ];
  serve([buildFormLead(1, { field_data: fields }), buildFormLead(2, { field_data: [] })]);
  await open();
  expect(await screen.findByText('First')).toBeVisible();
  expect(cellsOf(1).slice(0, 3)).toEqual(['First', 'ada@example.test', '+4915100000001']);
  expect(cellsOf(1)[7]).toBe('2026-11-12T08:49:14+0000');
  expect(screen.queryByText(/Berlin|Second/)).toBeNull();
  expect(cellsOf(2).slice(0, 3)).toEqual(['-', '-', '-']);
});

test('View Lead shows the whole lead as a collapsible tree [S2.META.8] [S2.META.9] [S2.META.10] [S9.D.4]', async () => {
  serve([buildFormLead(1, { ad_name: '<b>Test drive</b>' })]);
  const { actor } = await open();
  await actor.click(await screen.findByRole('button', { name: 'View Lead' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lead Details' });
  const tree = await within(dialog).findByRole('list', { name: 'Lead' });
  for (const key of ['pageId', 'formId', 'formName', 'id', 'created_time', 'field_data', 'ad_name'])
    expect(within(tree).getByText(new RegExp(`^${key}:?$`))).toBeVisible();
  expect(within(tree).getByText(/<b>Test drive<\/b>/)).toBeVisible();
  expect(within(tree).getByText(/ada\.1@example\.test/)).toBeVisible();
  await actor.click(within(tree).getByText(/^field_data:?$/));
  expect(within(tree).queryByText(/ada\.1@example\.test/)).toBeNull();
  await actor.click(within(tree).getByText(/^field_data:?$/));
  expect(within(tree).getByText(/ada\.1@example\.test/)).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(fakeServer().calls(listFacebookLeads)).toHaveLength(1);
});

test('shows the answers of a lead with copy buttons, and links to the next lead', async () => {
  const fields = [
    { name: 'full_name', values: ['Ada Example'] },
    { name: 'email', values: ['ada@example.test'] },
    { name: 'which_models?', values: ['Compact', 'Sports'] },
    { name: 'notes', values: [''] },
  ];
  serve([buildFormLead(1, { field_data: fields, campaign_name: 'Autumn leads' }), buildFormLead(2)]);
  const { actor } = await open();
  await actor.click((await screen.findAllByRole('button', { name: 'View Lead' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Lead Details' });
  const answerTo = (question: string) => within(dialog).getByText(question).nextElementSibling as HTMLElement;
  await actor.click(within(dialog).getByRole('tab', { name: 'Answers' }));
  expect(within(dialog).queryByRole('tree')).toBeNull();
  expect(within(answerTo('Email')).getByRole('link')).toHaveAttribute('href', 'mailto:ada@example.test');
  expect(
    within(answerTo('Which models?'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Compact', 'Sports']);
  expect(within(answerTo('Notes')).getByRole('img', { name: 'no value' })).toBeVisible();
  expect(answerTo('Campaign')).toHaveTextContent('Autumn leads');
  expect(answerTo('Sent')).toHaveTextContent(/^November 12, 2026 at/);
  await actor.click(within(dialog).getByRole('button', { name: 'Copy Which models?' }));
  expect(await navigator.clipboard.readText()).toBe('Compact\nSports');

  expect(within(dialog).getByText('1 of 2')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Previous lead' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Next lead' }));
  expect(answerTo('Full name')).toHaveTextContent('Ada Example 2');
  expect(within(dialog).getByText('2 of 2')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Next lead' })).toBeDisabled();
  await actor.click(within(dialog).getByRole('button', { name: 'Close' }));
  await actor.click(screen.getAllByRole('button', { name: 'View Lead' })[0] as HTMLElement);
  expect(screen.getByRole('tab', { name: 'Answers', selected: true })).toBeVisible();
});

test('hides any column except the details link', async () => {
  serve([buildFormLead(1)]);
  const { actor } = await open();
  await actor.click(await screen.findByRole('button', { name: 'Columns' }));
  await actor.click(screen.getByRole('checkbox', { name: 'page Id' }));
  expect(screen.queryByRole('columnheader', { name: 'page Id' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Action' })).toBeNull();
  expect(screen.getByRole('button', { name: 'View Lead' })).toBeVisible();
  await actor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByRole('columnheader', { name: 'page Id' })).toBeVisible();
});

test('without Facebook set up, shows who can set it up and no button', async () => {
  expectConsoleError(/GET \/ads\/facebook\/leads: status 503/);
  const message = 'Facebook is not set up on this server: its operator has to add the credentials';
  fakeServer().on(listFacebookLeads, () => ({ status: 503, body: { code: 'NOT_CONFIGURED', message } }));
  await open();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('No data available')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('keeps the list, with a warning, when a reload fails', async () => {
  expectConsoleError(/GET \/ads\/facebook\/leads: status 500/);
  serve(manyOf(60, buildFormLead));
  const { actor } = await open();
  await screen.findByText('1–50 of 60');
  fakeServer().on(listFacebookLeads, () => ({ status: 500 }));
  await actor.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/could not be read again/)).toBeVisible();
  expect(screen.getByText('51–60 of 60')).toBeVisible();
});

test('splits a long list into pages of 50 and reads the whole list again on each page change [S2.META.13] [S2.META.14] [S7.FL.2]', async () => {
  serve(manyOf(60, buildFormLead));
  const { actor } = await open();
  expect(await screen.findByText('1–50 of 60')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await actor.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('51–60 of 60')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(11);
  await waitFor(() => expect(fakeServer().calls(listFacebookLeads)).toHaveLength(2));
  await actor.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(fakeServer().calls(listFacebookLeads)).toHaveLength(3));
  expect(
    fakeServer()
      .calls(listFacebookLeads)
      .every(({ query }) => Object.keys(query).length === 0),
  ).toBe(true);
});

test('shows an empty list [S2.META.12] [S8.META.1]', async () => {
  serve([]);
  await open();
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export Google Sheet' })).toBeDisabled();
});

test('logs a failed list only to the console [S8.META.1]', async () => {
  expectConsoleError(/GET \/ads\/facebook\/leads: status 500 broken/);
  fakeServer().on(listFacebookLeads, () => ({ status: 500, body: { message: 'broken' } }));
  await open();
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.queryByText('broken')).toBeNull();
});

test('links to the connect screen when there is no connection', async () => {
  expectConsoleError(/GET \/ads\/facebook\/leads: status 403/);
  fakeServer().on(listFacebookLeads, () => ({ status: 403, body: { message: 'refused', code: 'NOT_CONNECTED' } }));
  await renderApp({ path: '/old_leads', user: buildUser() });
  expect(await screen.findByRole('link', { name: 'Connect Facebook' })).toHaveAttribute('href', '/facebook');
  expect(screen.getByText('No data available')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('shows why Facebook rejects a grant, with a link to renew it', async () => {
  expectConsoleError(/GET \/ads\/facebook\/leads: status 409/);
  const message = 'Facebook asks you to grant access again';
  fakeServer().on(listFacebookLeads, () => ({ status: 409, body: { code: 'RECONNECT_NEEDED', message } }));
  await open();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Grant access again' })).toHaveAttribute('href', '/facebook');
});

test('the export posts all rows under data [S7.EXP.1] [S8.EXP.4]', async () => {
  const rows = manyOf(2, buildFormLead);
  serve(rows);
  fakeServer().on(exportGoogleSheet, () => ({ status: 502, body: { message: 'Google does not answer' } }));
  expectConsoleError(/export-google-sheet: status 502/);
  const { actor } = await open();
  await actor.click(await screen.findByRole('button', { name: 'Export Google Sheet' }));
  expect(await screen.findByText('Export failed: Google does not answer')).toBeVisible();
  expect(fakeServer().calls(exportGoogleSheet)[0]?.body).toEqual({ data: rows });
});
