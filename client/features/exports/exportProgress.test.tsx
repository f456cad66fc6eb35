import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import { buildLead, manyOf, pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { cancelExport, exportGoogleSheet, exportList, getExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';

setUpFakeServer();

const started = 'Your Google Sheet creation is in process...';
const made = 'Google Sheet created with 2 rows';

/** A new id per test, so that exports of earlier tests do not interfere. */
let exportId = '';
let exportCount = 0;
beforeEach(() => {
  exportCount += 1;
  exportId = `run-${exportCount}`;
});

/** Releases responses that a failed test still holds. */
const releases: (() => void)[] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

const exportButton = () => screen.getByRole('button', { name: 'Export Google Sheet' });
const bar = () => screen.getByRole('progressbar', { name: 'Rows written' });
const toasts = (): string[] =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((title) => title.textContent);

type OpenOptions = { total?: number; isLive?: boolean; google?: boolean; search?: string };

/** The list of Facebook leads, with two per page. */
const openLeads = async ({ total = 2, isLive = true, google = true, search = '' }: OpenOptions = {}) => {
  const rows = manyOf(2, buildLead);
  fakeServer().on(listLeads.facebook, () => ({ ...pageOf(rows, 1, 50), totalItems: total }));
  if (!isLive) fakeServer().admit(new Error('away'));
  const path = search === '' ? '/leads' : `/leads?search=${search}`;
  const rendered = await renderApp({ path, user: buildUser({ facebook: true, google }) });
  await screen.findByText('Ada Example 2');
  if (isLive) await untilConnected();
  return rendered;
};

type Answer = { message: string; url?: string; data: ExportRun } | { status: number; body?: unknown };

/** Holds the response to the POST until the test releases it. */
const holdAnswer = (value: Answer) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(exportGoogleSheet, () => held.then(() => value));
  releases.push(() => release());
  return () => release();
};
const complete = (): Answer => {
  const data = buildExport({ id: exportId });
  return { message: made, ...(data.url !== null && { url: data.url }), data };
};

/** The export's ref, which identifies it until the response to its POST. */
const refOf = async (): Promise<string> => {
  await waitFor(() => expect(fakeServer().calls(exportGoogleSheet)).toHaveLength(1));
  return String(fakeServer().calls(exportGoogleSheet)[0]?.headers['x-export-ref']);
};
const sendProgress = (ref: string | null, rowsWritten: number, state: ExportRun['state'] = 'running'): void =>
  fakeServer().emit('export_progress', { exportId, ref, state, rowsWritten, rowsTotal: 20_000 });

describe('the bar', () => {
  it('shows the progress of this tab’s long export until its end', async () => {
    const release = holdAnswer(complete());
    const { actor } = await openLeads();
    await actor.click(exportButton());
    const ref = await refOf();
    expect(screen.queryByRole('progressbar')).toBeNull();
    fakeServer().emit('export_progress', {
      exportId: 'of another tab',
      ref: 'rows:2026-11-21T09:00:00.000Z',
      state: 'running',
      rowsWritten: 7,
      rowsTotal: 9,
    });
    expect(await screen.findByText('Getting ready…')).toBeInTheDocument();
    expect(bar()).not.toHaveAttribute('value');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    sendProgress(ref, 5000);
    expect(await screen.findByText('5,000 of 20,000 rows')).toBeInTheDocument();
    expect(bar()).toHaveAttribute('value', '5000');
    expect(bar()).toHaveAttribute('max', '20000');
    expect(bar()).toHaveAttribute('aria-valuetext', '5,000 of 20,000 rows');
    expect(toasts()).toEqual([started]);
    release();
    expect(await screen.findByText(made)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(exportButton()).toBeEnabled();
  });

  it('polls progress and end while the live connection is down', async () => {
    fakeServer().on(exportGoogleSheet, () => ({
      message: 'It is being written.',
      data: buildExport({ id: exportId, state: 'running' }),
    }));
    let run = buildExport({ id: exportId, state: 'running', rowsWritten: 5, rowsTotal: 23 });
    fakeServer().on(getExport, () => ({ data: run }));
    const { actor } = await openLeads({ isLive: false });
    await actor.click(exportButton());
    expect(await screen.findByText('5 of 23 rows')).toBeInTheDocument();
    run = buildExport({ id: exportId, rowsWritten: 23 });
    expect(await screen.findByText('Google Sheet created with 23 rows')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open Sheet' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(exportButton()).toBeEnabled();
  });

  it('has a cancel button, and reports the cancellation once although response and event both announce it', async () => {
    expectConsoleError(/export-google-sheet: status 409/);
    const release = holdAnswer({ status: 409, body: { code: 'EXPORT_ENDED', message: 'This export was cancelled.' } });
    fakeServer().on(cancelExport, () => {
      sendProgress(null, 5000, 'cancelled');
      return { message: '', data: buildExport({ id: exportId, state: 'cancelled' }) };
    });
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 5000);
    await actor.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Export cancelled')).toBeInTheDocument();
    expect(fakeServer().calls(cancelExport)[0]?.path).toBe(`/exports/${exportId}/cancel`);
    await waitFor(() => expect(exportButton()).toBeEnabled());
    await waitFor(() => expect(toasts()).toEqual(['Export cancelled']));
    await actor.click(screen.getByRole('button', { name: 'Dismiss message' }));
    await waitFor(() => expect(toasts()).toEqual([]));
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    sendProgress(null, 5000, 'cancelled');
    fakeServer().emit('list_export_complete', { message: 'Another one is ready', url: null, error: null });
    expect(await screen.findByText('Another one is ready')).toBeInTheDocument();
    expect(toasts()).toEqual(['Another one is ready']);
  });

  it('shows why an export could not be canceled, and continues', async () => {
    expectConsoleError(/cancel: status 503/);
    const release = holdAnswer(complete());
    fakeServer().on(cancelExport, () => ({ status: 503 }));
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 5000);
    await actor.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The export could not be cancelled')).toBeInTheDocument();
    expect(bar()).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled());
    release();
    expect(await screen.findByText(made)).toBeInTheDocument();
  });
});

describe('the end of posted rows', () => {
  const notification = () => ({
    message: 'The notification says so',
    url: null,
    error: null,
    exportId,
    notificationId: 1,
  });

  it('is reported by the response, not by the notification just before it', async () => {
    const release = holdAnswer(complete());
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 2);
    fakeServer().emit('list_export_complete', notification());
    await waitFor(() => expect(exportButton()).toBeEnabled());
    release();
    expect(await screen.findByText(made)).toBeInTheDocument();
    fakeServer().emit('list_export_complete', notification());
    fakeServer().emit('list_export_complete', {
      ...notification(),
      exportId: 'other',
      message: 'Another',
      notificationId: 2,
    });
    expect(await screen.findByText('Another')).toBeInTheDocument();
    expect(screen.queryByText('The notification says so')).toBeNull();
  });

  it('is reported by the notification when the response is late', async () => {
    const release = holdAnswer(complete());
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 2);
    fakeServer().emit('list_export_complete', notification());
    expect(await screen.findByText('The notification says so')).toBeInTheDocument();
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    fakeServer().emit('list_export_complete', {
      ...notification(),
      exportId: 'other',
      message: 'Another',
      notificationId: 2,
    });
    expect(await screen.findByText('Another')).toBeInTheDocument();
    expect(screen.queryByText(made)).toBeNull();
  });

  it('is awaited without an error when only the response is lost', async () => {
    expectConsoleError(/no response was received/);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    releases.push(release);
    fakeServer().on(exportGoogleSheet, async () => {
      await isReleased;
      return { drop: true };
    });
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 2);
    await screen.findByRole('button', { name: 'Cancel' });
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    sendProgress(null, 12_000);
    expect(await screen.findByText('12,000 of 20,000 rows')).toBeInTheDocument();
    expect(exportButton()).toBeDisabled();
    fakeServer().emit('list_export_complete', notification());
    expect(await screen.findByText('The notification says so')).toBeInTheDocument();
    expect(exportButton()).toBeEnabled();
    await waitFor(() => expect(toasts()).toEqual(['The notification says so']));
  });

  it('fails once, with the reason', async () => {
    expectConsoleError(/export-google-sheet: status 502/);
    const release = holdAnswer({ status: 502, body: { message: 'Google does not answer' } });
    const { actor } = await openLeads();
    await actor.click(exportButton());
    sendProgress(await refOf(), 2);
    await screen.findByRole('button', { name: 'Cancel' });
    fakeServer().emit('export_error', { message: 'The notification says so', exportId, notificationId: 1 });
    release();
    expect(await screen.findByText('Export failed: Google does not answer')).toBeInTheDocument();
    fakeServer().emit('export_error', { message: 'Another', exportId: 'other', notificationId: 2 });
    expect(await screen.findByText('Export failed: Another')).toBeInTheDocument();
    expect(screen.queryByText('Export failed: The notification says so')).toBeNull();
  });
});

describe('a whole list', () => {
  const allButton = (name = 'Export all 12,480') => screen.getByRole('button', { name });

  it('is exported with the current search, and an event announces the end', async () => {
    fakeServer().on(exportList, () => ({ message: '', data: buildExport({ id: exportId, state: 'queued' }) }));
    const { actor } = await openLeads({ total: 12_480, search: 'ada' });
    await actor.click(allButton());
    expect(await screen.findByText(started)).toBeInTheDocument();
    expect([allButton(), exportButton()].map((button) => button.hasAttribute('disabled'))).toEqual([true, true]);
    await waitFor(() => expect(fakeServer().calls(exportList)).toHaveLength(1));
    expect(fakeServer().calls(exportList)[0]?.body).toEqual({ list: 'facebook', search: 'ada' });
    sendProgress(null, 5000);
    expect(await screen.findByText('5,000 of 20,000 rows')).toBeInTheDocument();
    fakeServer().emit('list_export_complete', {
      message: 'Google Sheet created with 12,480 rows',
      url: 'https://docs.example.test/spreadsheets/d/1',
      error: null,
      exportId,
    });
    expect(await screen.findByText('Google Sheet created with 12,480 rows')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open Sheet' })).toBeInTheDocument();
    await waitFor(() => expect(allButton()).toBeEnabled());
  });

  it('is offered only when the page shows part of the list', async () => {
    await openLeads({ total: 2 });
    expect(screen.queryByRole('button', { name: /^Export all/ })).toBeNull();
  });

  it('needs the Google grant, and shows why the export failed', async () => {
    expectConsoleError(/POST \/exports: status 429/);
    fakeServer().on(exportList, () => ({ status: 429, body: { message: 'You have many exports under way.' } }));
    const { actor } = await openLeads({ total: 12_480 });
    await actor.click(allButton());
    expect(await screen.findByText('Export failed: You have many exports under way.')).toBeInTheDocument();
    expect(allButton()).toBeEnabled();
  });
});
