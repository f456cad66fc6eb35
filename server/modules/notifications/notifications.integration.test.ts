import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications, readNotification } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { startTestApi } from '#server/testing/startTestApi.ts';
import type { TestApi } from '#server/testing/startTestApi.ts';
import { announce } from './announce.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newPerson = async () => {
  const { user, token } = await api.registerUser();
  const userId: string = user._id;
  return {
    tell: (message: string) => announce(api.context, userId, 'export_error', { message }),
    list: async (after?: string): Promise<Notification[]> =>
      (await api.request(listNotifications, { token, query: after === undefined ? {} : { after } })).body.data,
    read: (id: string) => api.request(readNotification, { token, params: { id } }),
  };
};

test('the calls need a session', async () => {
  expect((await api.request(listNotifications)).status).toBe(401);
  expect((await api.request(readNotification, { params: { id: '1' } })).status).toBe(401);
});

test('parallel announcements get growing ids without a gap, and a client that was away finds what it missed', async () => {
  const person = await newPerson();
  await Promise.all(Array.from({ length: 120 }, (_, index) => person.tell(`event ${index}`)));
  const first = await person.list();
  expect(first.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(first[6]).toMatchObject({ event: 'export_error', readAt: null, payload: { notificationId: 7 } });
  expect((await person.list('100')).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 101));
  expect(await person.list('120')).toEqual([]);
});

test('a person reads their own notifications only', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  await owner.tell('done');
  expect(await other.list()).toEqual([]);
  expect((await other.read('1')).status).toBe(404);
  expect((await owner.read('1')).status).toBe(200);
  const [read] = await owner.list();
  expect(read?.readAt).not.toBeNull();
  await owner.read('1');
  expect(await owner.list()).toEqual([read]);
});
