import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { cancelExport, listExports, resumeExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import type { Lead } from '#shared/contracts/leads.ts';

setUpFakeServer();

/** Opens the list of exports from a screen that exports. */
const open = async (path = '/leads') => {
  fakeServer().on(listLeads.facebook, () => pageOf<Lead>([], 1, 50));
  const { actor } = await renderApp({ path, user: buildUser({ facebook: true, google: true }) });
  await untilConnected();
  await actor.click(await screen.findByRole('button', { name: 'Exports' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Exports' }));
  return { actor, dialog };
};

/** Exports stored on the server. Tests change them. */
const serve = (...runs: ExportRun[]): ExportRun[] => {
  fakeServer().on(listExports, () => ({ data: runs }));
  return runs;
};
const textsOf = (items: HTMLElement[]): (string | null)[] => items.map((item) => item.textContent);

test('each export shows its state, the rows in its sheet, and its actions', async () => {
  serve(
    buildExport({ id: 'a', title: 'Running', state: 'running', rowsWritten: 5000, rowsTotal: 12_480 }),
    buildExport({ id: 'b', title: 'Complete', note: 'One ad account could not be read.' }),
    buildExport({
      id: 'c',
      title: 'Failed',
      state: 'failed',
      error: 'Google asks you to grant access again.',
      code: 'RECONNECT_NEEDED',
    }),
    buildExport({
      id: 'd',
      title: 'Cancelled',
      state: 'cancelled',
      rowsWritten: 1,
      rowsTotal: 1,
      url: 'javascript:alert(1)',
    }),
  );
  const { dialog } = await open();
  const items = await dialog.findAllByRole('listitem');
  const [running, complete, failed, cancelled] = textsOf(items);
  expect(running).toContain('5,000 of 12,480 rows');
  expect(dialog.getByRole('progressbar', { name: 'Rows written' })).toHaveAttribute('value', '5000');
  expect(complete).toMatch(/Complete23 rows.* agoOne ad account could not be read\./);
  expect(failed).toContain('Google asks you to grant access again.');
  expect(dialog.getByRole('link', { name: 'Grant access again' })).toHaveAttribute('href', '/google');
  expect(cancelled).toContain('1 of 1 row');
  expect(textsOf(dialog.getAllByRole('link', { name: /^Open Sheet/ }))).toHaveLength(1);
  expect(dialog.getByRole('link', { name: 'Open Sheet Complete' })).toHaveAttribute(
    'href',
    'https://docs.example.test/spreadsheets/d/1',
  );
  expect(
    dialog.getAllByRole('button', { name: /^(Cancel|Resume) / }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Cancel Running', 'Resume Failed', 'Resume Cancelled']);
  for (const time of document.querySelectorAll('dialog time')) expect(time).toHaveAttribute('title');
});

test('rows read after a reconnect replace earlier live progress', async () => {
  const runs = serve(buildExport({ state: 'running', rowsWritten: 1, rowsTotal: 20_000 }));
  const { dialog } = await open();
  await dialog.findByText('1 of 20,000 rows');
  const progress = { exportId: 'export-1', ref: null, rowsTotal: 20_000, state: 'running' } as const;
  fakeServer().emit('export_progress', { ...progress, rowsWritten: 5000 });
  expect(await dialog.findByText('5,000 of 20,000 rows')).toBeVisible();
  runs[0] = buildExport({ state: 'running', rowsWritten: 9000, rowsTotal: 20_000 });
  fakeServer().admit(new Error('away'));
  fakeServer().dropSockets();
  expect(await dialog.findByText('9,000 of 20,000 rows')).toBeVisible();
});

test('updates rows from events, and reloads when a state changes', async () => {
  const runs = serve(buildExport({ state: 'running', rowsWritten: 1, rowsTotal: 20_000 }));
  const { dialog } = await open();
  expect(await dialog.findByText('1 of 20,000 rows')).toBeVisible();
  const progress = { exportId: 'export-1', ref: null, rowsTotal: 20_000 };
  fakeServer().emit('export_progress', { ...progress, state: 'running', rowsWritten: 5000 });
  expect(await dialog.findByText('5,000 of 20,000 rows')).toBeVisible();
  runs.splice(0, 1, buildExport({ rowsWritten: 20_000, rowsTotal: 20_000 }));
  fakeServer().emit('list_export_complete', { message: 'Ready', url: null, error: null, exportId: 'export-1' });
  expect(await dialog.findByText('Complete')).toBeVisible();
  expect(dialog.getByText('20,000 rows')).toBeVisible();
  expect(dialog.queryByRole('progressbar')).toBeNull();
});

test('cancels a running export, and resumes a stopped export and follows it to its end', async () => {
  const runs = serve(buildExport({ state: 'running', rowsWritten: 5000, rowsTotal: 20_000 }));
  fakeServer().on(cancelExport, () => {
    const data = buildExport({ state: 'cancelled', rowsWritten: 5000, rowsTotal: 20_000 });
    runs.splice(0, 1, data);
    return { message: '', data };
  });
  fakeServer().on(resumeExport, () => {
    const data = buildExport({ state: 'running', rowsWritten: 5000, rowsTotal: 20_000 });
    runs.splice(0, 1, data);
    return { message: '', data };
  });
  const { actor, dialog } = await open();
  await actor.click(await dialog.findByRole('button', { name: /^Cancel/ }));
  expect(await screen.findByText('Export cancelled')).toBeVisible();
  await actor.click(await dialog.findByRole('button', { name: /^Resume/ }));
  expect(await screen.findByText('Your Google Sheet creation is in process...')).toBeVisible();
  expect(await dialog.findByRole('button', { name: /^Cancel Leads/ })).toBeEnabled();
  // The toast has its own bar.
  await waitFor(() => expect(dialog.getAllByRole('progressbar')).toHaveLength(2));
  await actor.click(dialog.getByRole('button', { name: /^Cancel Leads/ }));
  expect(await dialog.findByText('Cancelled')).toBeVisible();
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
  expect(fakeServer().calls(cancelExport)).toHaveLength(2);
});

test('shows why an export cannot be resumed', async () => {
  expectConsoleError(/resume: status 409/);
  serve(buildExport({ state: 'cancelled' }));
  fakeServer().on(resumeExport, () => ({
    status: 409,
    body: { code: 'EXPORT_ENDED', message: 'This export can no longer go on.' },
  }));
  const { actor, dialog } = await open();
  await actor.click(await dialog.findByRole('button', { name: /^Resume/ }));
  expect(await screen.findByText('Export failed: This export can no longer go on.')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Resume/ })).toBeEnabled());
});

test('an export that completes just before it is canceled shows as complete, without an error', async () => {
  expectConsoleError(/cancel: status 409/);
  const runs = serve(buildExport({ state: 'running' }));
  fakeServer().on(cancelExport, () => {
    runs.splice(0, 1, buildExport());
    return { status: 409, body: { code: 'EXPORT_ENDED', message: 'This export has ended already.' } };
  });
  const { actor, dialog } = await open();
  await actor.click(await dialog.findByRole('button', { name: /^Cancel/ }));
  expect(await dialog.findByText('Complete')).toBeVisible();
  expect(screen.queryByText('This export has ended already.')).toBeNull();
});

test('explains the empty list before the first export, also on a screen without rows', async () => {
  serve();
  const { dialog } = await open('/preview');
  expect(await dialog.findByText('No exports yet')).toBeVisible();
});

test('reports a list that cannot be read, and retries', async () => {
  expectConsoleError(/GET \/exports: status 503/);
  fakeServer().on(listExports, () => ({ status: 503, body: { message: 'The server is busy' } }));
  const { actor, dialog } = await open();
  expect(await dialog.findByText('The server is busy')).toBeVisible();
  serve(buildExport());
  await actor.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('Complete')).toBeVisible();
});
