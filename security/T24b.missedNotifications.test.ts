import { expect, test } from 'vitest';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import { listNotifications, readNotifications } from '#shared/contracts/notifications.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const open = async ({ userId, token, forwarded }: Member) => {
  const socket = openSocket(target.webUrl, { userId, token, headers: forwarded });
  expect(await socket.handshake).toBeNull();
  return socket;
};

const exportOnce = async (member: Member): Promise<string> => {
  const { body } = await member.request(exportGoogleSheet, { body: { data: [{ name: 'Ada Example' }] } });
  const params = { id: body.data.id };
  const isComplete = async () => (await member.request(getExport, { params })).body.data.state === 'complete';
  await waitUntil(isComplete, { what: 'the export' });
  return body.data.id;
};

test('T24b a notification that was missed offline is delivered exactly once', async () => {
  const ada = await newMember('google');
  const first = await open(ada);
  const delivered = await exportOnce(ada);
  await waitUntil(() => first.received.some(({ payload }) => payload['exportId'] === delivered && 'url' in payload));
  first.close();

  const missed = await exportOnce(ada);
  const notifications = (await ada.request(listNotifications)).body;
  const ends = notifications.data.filter(({ payload }) => [delivered, missed].includes(String(payload['exportId'])));
  expect(ends.map(({ payload }) => payload['exportId'])).toEqual([delivered, missed]);
  // The received notification has its stored id, so that a client recognizes it.
  const arrived = first.received.filter(({ payload }) => payload['exportId'] === delivered && 'url' in payload);
  expect(arrived.map(({ payload }) => payload['notificationId'])).toEqual([ends[0]?.id]);

  // A returning client requests everything after its last notification. The socket repeats nothing.
  const second = await open(ada);
  const after = String(ends[0]?.id);
  const caughtUp = (await ada.request(listNotifications, { query: { after } })).body;
  expect(caughtUp.data.map(({ payload }) => payload['exportId'])).toEqual([missed]);
  await ada.request(readNotifications, { body: { upTo: caughtUp.lastId } });
  const rest = (await ada.request(listNotifications, { query: { after: String(caughtUp.lastId) } })).body;
  expect([rest.data, rest.unread]).toEqual([[], 0]);
  const next = await exportOnce(ada);
  await waitUntil(() => second.received.some(({ payload }) => payload['exportId'] === next && 'url' in payload));
  expect(JSON.stringify(second.received)).not.toMatch(new RegExp(`${delivered}|${missed}`));
  second.close();
});
