import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import { facebookRows, googleRows, tiktokRows } from '#client/testing/insightRows.ts';
import { buildUser, isConnected, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import type { ExportRun, ExportState } from '#shared/contracts/exports.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { defaultRange, localDay } from '#shared/lib/dateRange.ts';
import { platformFacts, platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

setUpFakeServer();
afterEach(() => {
  vi.restoreAllMocks();
});

const sheet = 'https://docs.example.test/spreadsheets/d/1';
const dateRange = () => defaultRange(localDay(new Date()));
const started = 'Your Google Sheet creation is in process...';

/** A new id per test, so that exports of earlier tests do not interfere. */
let exportId = '';
let exportCount = 0;
beforeEach(() => {
  exportCount += 1;
  exportId = `export-${exportCount}`;
});

const runOf = (state: ExportState): ExportRun => buildExport({ id: exportId, platform: 'google', state });
const answer = (state: ExportState = 'complete') => ({
  message: 'Google Sheet created with 23 rows',
  ...(state === 'complete' && { url: sheet }),
  data: runOf(state),
});

const serveRows = (): void => {
  fakeServer().on(googleCampaigns, () => ({ data: googleRows(23), warnings: [] }));
  fakeServer().on(tiktokCampaigns, () => ({ data: tiktokRows(12), warnings: [] }));
  fakeServer().on(facebookInsights, () => ({
    data: facebookRows('A', 3),
    nextAccountIndex: 2,
    after_cursor: null,
    warnings: [],
  }));
};

const openPreview = async (platform: PlatformId = 'google', overrides = {}) => {
  serveRows();
  const ids = platform === 'facebook' ? ['act_1', 'act_3'] : ['1', '3'];
  const state = { platform, accounts: ids.map((id) => ({ id, name: id })), selected: ids, userId: 'user-1' };
  const user = buildUser({ google: true, [platform]: true, ...overrides });
  const rendered = await renderApp({ path: '/preview', state, user });
  await untilConnected();
  await waitFor(() => expect(exportButton()).toBeEnabled());
  return rendered;
};
const exportButton = (): HTMLElement => screen.getByRole('button', { name: 'Export Google Sheet' });
const exportEvents = () => fakeServer().received.filter(({ event }) => event !== 'join_user');
const titles = (): string[] =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((title) => title.textContent);
const posted = () => fakeServer().calls(exportGoogleSheet);

/** Holds the response to the POST until the test releases it. */
const holdAnswer = (value: ReturnType<typeof answer> | { status: number; body?: unknown } = answer()) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fakeServer().on(exportGoogleSheet, () => held.then(() => value));
  return () => release();
};

describe('starting', () => {
  const ofAll = '[S7.SOCK.5] [S7.SOCK.6] [S7.SOCK.7] [S7.SOCK.8] [S7.SOCK.9] [S7.SOCK.10]';
  it.each<[PlatformId, Record<string, unknown>, number, string]>([
    ['google', { campaignCount: 23 }, 23, `[S7.SOCK.3] ${ofAll}`],
    ['tiktok', { campaignCount: 12 }, 12, `[S7.SOCK.4] ${ofAll}`],
    [
      'facebook',
      { ad_account_ids: ['1', '3'] },
      3,
      '[S7.SOCK.11] [S7.SOCK.12] [S7.SOCK.13] [S7.SOCK.14] [S7.SOCK.15] [S7.SOCK.16]',
    ],
  ])(
    '%s sends the event with exactly %j plus user, platform and time, and all %i loaded rows under one reference %s [S7.EXP.2] [S7.BASE.4] [S4.SOCK.10] [S8.EXP.8] [S5.EXP.2]',
    async (platform, figures, rowCount) => {
      const release = holdAnswer();
      const { actor } = await openPreview(platform);
      await actor.click(exportButton());
      expect(await screen.findByText(started)).toBeInTheDocument();
      expect(exportButton()).toBeDisabled();
      await waitFor(() => expect(posted()).toHaveLength(1));
      await waitFor(() => expect(exportEvents()).toHaveLength(1));
      const [sent] = exportEvents();
      const request = sent?.payload[0] as { timestamp: string };
      expect(sent?.event).toBe(platformFacts[platform].startExport);
      expect(request).toEqual({
        userId: 'user-1',
        platform,
        timestamp: new Date(request.timestamp).toISOString(),
        dateRange: dateRange(),
        ...figures,
      });
      expect(posted()[0]?.body).toEqual({ data: expect.objectContaining({ length: rowCount }) });
      expect(posted()[0]?.headers['x-export-ref']).toBe(`${platform}:${request.timestamp}`);
      release();
      expect(await screen.findByText('Google Sheet created with 23 rows')).toBeInTheDocument();
      expect(exportButton()).toBeDisabled();
      fakeServer().emit(platformFacts[platform].exportComplete, {
        message: '',
        url: null,
        error: null,
        exportId,
      });
      await waitFor(() => expect(exportButton()).toBeEnabled());
    },
  );

  it('opens the Google consent instead when it is not connected [S5.EXP.3] [S5.EXP.4]', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { actor } = await openPreview('facebook', { google: false });
    await actor.click(exportButton());
    expect(open.mock.calls[0]?.[0]).toBe('/auth/google?userId=user-1');
    expect(screen.queryByText(started)).toBeNull();
    expect([posted(), exportEvents()]).toEqual([[], []]);
    expect(exportButton()).toBeEnabled();
  });

  it('shows why the request failed, and can be retried [S8.EXP.2] [S8.EXP.3]', async () => {
    expectConsoleError(/export-google-sheet/);
    fakeServer().on(exportGoogleSheet, () => ({ status: 500, body: { message: 'No room left' } }));
    const { actor } = await openPreview();
    await actor.click(exportButton());
    expect(await screen.findByText('Export failed: No room left')).toBeInTheDocument();
    expect(exportButton()).toBeEnabled();
    fakeServer().on(exportGoogleSheet, () => ({ drop: true }));
    await actor.click(exportButton());
    expect(await screen.findByText('Export failed: Unknown error')).toBeInTheDocument();
  });

  it('shows the address itself while the live connection is down [S8.EXP.4] [S8.EXP.6]', async () => {
    const release = holdAnswer();
    const { actor } = await openPreview();
    await actor.click(exportButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
    fakeServer().admit(new Error('away'));
    fakeServer().dropSockets();
    await waitFor(() => expect(isConnected()).toBe(false));
    release();
    expect(await screen.findByText('Google Sheet created with 23 rows')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open Sheet' })).toBeInTheDocument();
    expect(exportButton()).toBeEnabled();
  });

  it('reads the result of an export after a lost connection [S4.SOCK.10]', async () => {
    fakeServer().on(exportGoogleSheet, () => answer('running'));
    fakeServer().on(getExport, () => ({ data: runOf('complete') }));
    const { actor } = await openPreview();
    await actor.click(exportButton());
    await screen.findByText('Google Sheet created with 23 rows');
    expect(exportButton()).toBeDisabled();
    for (const socket of fakeServer().sockets()) socket.conn.close();
    expect(await screen.findByText('Google export completed successfully!')).toBeInTheDocument();
    expect(
      fakeServer()
        .calls(getExport)
        .map(({ path }) => path),
    ).toEqual([`/exports/${exportId}`]);
    expect(exportButton()).toBeEnabled();
  });

  it('ends with the response when the notification of a finished sheet is lost', async () => {
    fakeServer().on(exportGoogleSheet, () => answer());
    // On a slow machine, the tab may poll before the response ends the export.
    fakeServer().on(getExport, () => ({ data: buildExport({ id: exportId }) }));
    const { actor } = await openPreview();
    await actor.click(exportButton());
    await screen.findByText('Google Sheet created with 23 rows');
    expect(exportButton()).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Open Sheet' })).toBeInTheDocument();
    expect(exportButton()).toBeEnabled();
  });

  it('reports the end once, and removes the bar and the start message', async () => {
    const said = { ...answer(), message: 'Google export completed successfully!' };
    const release = holdAnswer(said);
    const { actor } = await openPreview();
    await actor.click(exportButton());
    expect(await screen.findByRole('progressbar')).toBeInTheDocument();
    release();
    // The bar would show "0 of 23 rows" next to the end until the notification arrives.
    await waitFor(() => expect(titles()).toEqual([said.message]));
    expect(exportButton()).toBeDisabled();
    fakeServer().emit('google_export_complete', { message: said.message, url: sheet, error: null, exportId });
    expect(await screen.findByRole('button', { name: 'Open Sheet' })).toBeInTheDocument();
    expect(titles()).toEqual([said.message]);
  });

  it('removes the start message of a short export soon after its end', async () => {
    fakeServer().on(exportGoogleSheet, () => answer());
    const { actor } = await openPreview();
    await actor.click(exportButton());
    expect(await screen.findByText(started)).toBeInTheDocument();
    fakeServer().emit('google_export_complete', { message: answer().message, url: sheet, error: null, exportId });
    await waitFor(() => expect(titles()).toEqual([answer().message]));
  });

  it('is dropped at logout', async () => {
    expectConsoleError(/export-google-sheet/);
    const release = holdAnswer({ status: 500 });
    const { actor } = await openPreview();
    await actor.click(exportButton());
    await waitFor(() => expect(posted()).toHaveLength(1));
    await actor.click(screen.getByRole('button', { name: 'User menu' }));
    await actor.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Welcome back' });
    release();
    await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
    expect(screen.queryByText(/^Export failed/)).toBeNull();
  });
});

describe('the end', () => {
  const openElsewhere = async () => {
    const rendered = await renderApp({ path: '/campaigns', user: buildUser() });
    await untilConnected();
    return rendered;
  };
  /** Other servers may send other payloads. */
  const send = (event: string, payload: unknown): void => {
    for (const socket of fakeServer().sockets()) socket.emit(event, payload);
  };

  it.each(platformIds)(
    'of %s is shown on any screen, with its default text [S8.EXP.5] [S8.EXP.7]',
    async (platform) => {
      await openElsewhere();
      send(platformFacts[platform].exportComplete, { message: '', url: null, error: null });
      expect(await screen.findByText(`${platformNames[platform]} export completed successfully!`)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Open Sheet' })).toBeNull();
    },
  );

  it('opens the sheet in a new tab [S8.EXP.6]', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { actor } = await openElsewhere();
    send('google_export_complete', { result: { message: 'It is ready', url: sheet, error: null } });
    expect(await screen.findByText('It is ready')).toBeInTheDocument();
    await actor.click(screen.getByRole('button', { name: 'Open Sheet' }));
    expect(open).toHaveBeenCalledWith(sheet, '_blank', 'noopener,noreferrer');
  });

  it('leaves a link to the sheet next to the button', async () => {
    await openPreview();
    send('google_export_complete', { message: 'It is ready', url: sheet });
    expect(await screen.findByRole('link', { name: 'Last sheet' })).toHaveAttribute('href', sheet);
  });

  it('shows no button when the address is not a web address', async () => {
    await openElsewhere();
    send('google_export_complete', { message: 'It is ready', url: 'javascript:alert(1)' });
    expect(await screen.findByText('It is ready')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Open Sheet' })).toBeNull();
  });

  it.each([
    ['tiktok_export_complete', { error: 'The sheet is full' }, 'The sheet is full'],
    ['fb_export_complete', { result: { error: { message: 'The sheet is gone' } } }, 'The sheet is gone'],
    ['google_export_complete', 'Ready at last', 'Ready at last'],
    ['export_error', { message: 'No answer' }, 'Export failed: No answer'],
    ['export_error', 'No room', 'Export failed: No room'],
    ['export_error', {}, 'Export failed: Unknown error'],
    ['export_error', null, 'Export failed: Unknown error'],
  ])('%s %j says: %s [S8.EXP.1] [S8.EXP.2] [S8.EXP.3]', async (event, payload, expected) => {
    await openElsewhere();
    send(event, payload);
    expect(await screen.findByText(expected)).toBeInTheDocument();
  });

  it('is shown once when it is delivered twice', async () => {
    const { actor } = await openElsewhere();
    const notification = { message: 'It is ready', url: null, error: null, notificationId: 7 };
    send('google_export_complete', notification);
    await screen.findByText('It is ready');
    await actor.click(screen.getByRole('button', { name: 'Dismiss message' }));
    await waitFor(() => expect(screen.queryByText('It is ready')).toBeNull());
    send('google_export_complete', notification);
    send('google_export_complete', { ...notification, message: 'Another one', notificationId: 8 });
    expect(await screen.findByText('Another one')).toBeInTheDocument();
    expect(screen.queryByText('It is ready')).toBeNull();
  });
});
