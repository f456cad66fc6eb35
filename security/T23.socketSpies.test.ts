import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportGoogleSheet, exportRefHeader, exportRefOf, listExports } from '#shared/contracts/exports.ts';
import { sessionLifetimeDays } from '#shared/limits.ts';
import { defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import type { OwnProduct } from './testing/startOwnProduct.ts';
import { newMember, newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const open = ({ userId, token, forwarded }: Member, url = target.webUrl): TestSocket =>
  openSocket(url, { userId, token, headers: forwarded });

/** Emits without types, as any client could. */
const emit = ({ socket }: TestSocket, event: string, ...payload: unknown[]): void => {
  const untyped: { emit(name: string, ...rest: unknown[]): unknown } = socket;
  untyped.emit(event, ...payload);
};

/** Runs an export of the member, whose events only they receive. Resolves when the last one has arrived. */
const exportOnce = async (member: Member, socket: TestSocket): Promise<string> => {
  const ref = exportRefOf('google', new Date().toISOString());
  const rows = { data: [{ secret: member.email }] };
  const { body } = await member.request(exportGoogleSheet, { body: rows, headers: { [exportRefHeader]: ref } });
  const ended = () => socket.received.some(({ payload }) => payload['exportId'] === body.data.id && 'url' in payload);
  await waitUntil(ended, { what: 'the end of the export' });
  return body.data.id;
};

test("T23 a socket receives only its own person's events, whatever it emits", async () => {
  const [ada, eve] = [await newMember('google'), await newMember('google')];
  const [socket, spy] = [open(ada), open(eve)];
  expect([await socket.handshake, await spy.handshake]).toEqual([null, null]);
  const rooms = [ada.userId, `user:${ada.userId}`, { userId: ada.userId }, [ada.userId], [`user:${ada.userId}`], '*'];
  for (const event of ['join_user', 'join', 'subscribe', 'room', 'connect', 'message'])
    for (const room of rooms) if (event !== 'connect') emit(spy, event, room, () => {});
  // Events that a client emits must not reach other people either.
  for (const event of ['export_error', 'google_export_complete', 'export_progress', 'leads_changed'])
    emit(spy, event, { userId: ada.userId, message: 'from Eve', url: 'https://evil.test' });

  const exportId = await exportOnce(ada, socket);
  // Socket events keep their order, so nothing earlier can follow the end of her own export.
  const own = await exportOnce(eve, spy);
  const received = JSON.stringify(spy.received);
  expect(received).toContain(own);
  for (const text of [exportId, ada.userId, ada.email]) expect(received).not.toContain(text);
  expect(JSON.stringify(socket.received)).not.toMatch(new RegExp(`evil|${own}`));
  socket.close();
  spy.close();
});

test('T23 an export event with another person is refused, and nothing is exported', async () => {
  const [ada, eve] = [await newMember('google', 'facebook'), await newMember('google')];
  const [socket, spy] = [open(ada), open(eve)];
  expect([await socket.handshake, await spy.handshake]).toEqual([null, null]);
  const timestamp = new Date().toISOString();
  const request = { userId: ada.userId, timestamp, dateRange: defaultRange(utcDay(new Date())) };
  emit(spy, 'google_export_Sheet', { ...request, platform: 'google' });
  emit(spy, 'tiktok_export_Sheet', { ...request, platform: 'tiktok' });
  emit(spy, 'fb_export_Sheet', { ...request, platform: 'facebook', ad_account_ids: ['act_1'] });
  emit(spy, 'fb_export_Sheet', { ...request, platform: 'facebook', ad_account_ids: ['act_1'], userId: [ada.userId] });
  // Her socket also receives events of her own connection.
  const answers = () => spy.received.filter(({ event }) => event.includes('export'));
  await waitUntil(() => answers().length === 4);
  for (const { event, payload } of answers())
    expect([event, payload]).toEqual(['export_error', { message: messages.validation.invalidRequest }]);
  for (const member of [ada, eve]) expect((await member.request(listExports)).body.data).toEqual([]);
  expect(socket.received.filter(({ event }) => event.includes('export'))).toEqual([]);
  socket.close();
  spy.close();
});

test("T23 the query alone proves nothing: a socket needs the person's session", async () => {
  const [ada, eve] = [await newMember(), await newMember()];
  const refusals = [
    { ...eve, token: '' },
    { ...eve, token: 'made-up' },
    { ...eve, userId: ada.userId },
    { ...eve, userId: `${eve.userId},${ada.userId}` },
    { ...eve, userId: '' },
  ].map(async (claim) => {
    const socket = open(claim);
    const refusal = await socket.handshake;
    socket.close();
    return refusal?.data?.code;
  });
  const mismatch = 'FORBIDDEN';
  expect(await Promise.all(refusals)).toEqual(['SESSION_EXPIRED', 'SESSION_EXPIRED', mismatch, mismatch, mismatch]);
});

let later: OwnProduct;
beforeAll(async () => {
  later = await startOwnProduct();
});
afterAll(() => later.stop());

test('T23 an expired session opens no socket', async () => {
  const ada = await newMemberAt(later.webUrl);
  const socket = open(ada, later.webUrl);
  expect(await socket.handshake).toBeNull();
  socket.close();
  await later.moveClock((sessionLifetimeDays * 24 + 1) * 60);
  expect((await ada.request(listExports)).status).toBe(401);
  expect((await open(ada, later.webUrl).handshake)?.data?.code).toBe('SESSION_EXPIRED');
});
