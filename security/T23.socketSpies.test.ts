import { expect, test } from 'vitest';
import { exportGoogleSheet, exportRefHeader, exportRefOf } from '#shared/contracts/exports.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const open = ({ userId, token, forwarded }: Member): TestSocket =>
  openSocket(target.webUrl, { userId, token, headers: forwarded });

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
