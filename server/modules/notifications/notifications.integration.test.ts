import { sql } from '#server/database/drizzle.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listNewestNotifications,
  listNotifications,
  readNotification,
  readNotifications,
} from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { notificationLimits } from '#shared/limits.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { announce } from './announce.ts';
import { deleteOldNotificationsJob } from './deleteOldNotifications.handler.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newPerson = async () => {
  const { userId, workspaceId, token } = await api.registerUser();
  const listFrom = async (after?: string) =>
    (await api.request(listNotifications, { token, query: after === undefined ? {} : { after } })).body;
  const newest = async (before?: string) =>
    (await api.request(listNewestNotifications, { token, query: before === undefined ? {} : { before } })).body;
  return {
    userId,
    tell: (message: string) => announce(api.context, { userId, workspaceId }, 'export_error', { message }),
    listFrom,
    list: async (after?: string): Promise<Notification[]> => (await listFrom(after)).data,
    newest,
    counters: async () => {
      const { unread, lastId } = await newest();
      return { unread, lastId };
    },
    read: (id: string) => api.request(readNotification, { token, params: { id } }),
    readUpTo: (upTo: number) => api.request(readNotifications, { token, body: { upTo } }),
  };
};

const ids = (rows: readonly Notification[]): number[] => rows.map(({ id }) => id);
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('the calls need a session', async () => {
  expect((await api.request(listNotifications)).status).toBe(401);
  expect((await api.request(listNewestNotifications)).status).toBe(401);
  expect((await api.request(readNotification, { params: { id: '1' } })).status).toBe(401);
  expect((await api.request(readNotifications, { body: { upTo: 1 } })).status).toBe(401);
});

test('parallel notifications get ascending ids without gaps, and a reconnecting client finds all it missed', async () => {
  const person = await newPerson();
  expect(await person.listFrom()).toMatchObject({ data: [], unread: 0, lastId: 0 });
  await Promise.all(Array.from({ length: 120 }, (_, index) => person.tell(`event ${index}`)));
  const first = await person.listFrom();
  expect(ids(first.data)).toEqual(numbers(1, 100));
  expect(first).toMatchObject({ unread: 120, lastId: 120 });
  expect(first.data[6]).toMatchObject({ event: 'export_error', readAt: null, payload: { notificationId: 7 } });
  expect(ids(await person.list('100'))).toEqual(numbers(101, 120));
  expect(await person.list('120')).toEqual([]);

  expect(ids((await person.newest()).data)).toEqual(numbers(101, 120).toReversed());
  expect(ids((await person.newest('101')).data)).toEqual(numbers(81, 100).toReversed());
  expect((await person.newest('1')).data).toEqual([]);
});

test('a client that polls by last id gets every event once and in order during parallel writes', async () => {
  const person = await newPerson();
  let last = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), async (writers) => {
      const total = writers.reduce((sum, count) => sum + count, 0);
      const writing = Promise.all(
        writers.map(async (count, writer) => {
          for (let index = 0; index < count; index += 1) await person.tell(`${writer}: ${index}`);
        }),
      );
      const seen: Notification[] = [];
      while (seen.length < total) seen.push(...(await person.list(String(seen.at(-1)?.id ?? last))));
      await writing;
      expect(ids(seen)).toEqual(numbers(last + 1, last + total));
      const told = seen.map(({ payload }) => String(payload['message']));
      for (const [writer, count] of writers.entries())
        expect(told.filter((message) => message.startsWith(`${writer}: `))).toEqual(
          Array.from({ length: count }, (_, index) => `${writer}: ${index}`),
        );
      last += total;
      expect(await person.list(String(last))).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});

test('a person reads their own notifications only', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  await owner.tell('done');
  expect(await other.list()).toEqual([]);
  expect((await other.newest()).data).toEqual([]);
  expect((await other.read('1')).status).toBe(404);
  expect((await other.readUpTo(9)).status).toBe(200);
  expect(await owner.counters()).toEqual({ unread: 1, lastId: 1 });
  expect((await owner.read('1')).status).toBe(200);
  const [read] = await owner.list();
  expect(read?.readAt).not.toBeNull();
  await owner.read('1');
  await owner.readUpTo(1);
  expect(await owner.list()).toEqual([read]);
});

test('all notifications up to an id are marked as read, and later ones stay unread', async () => {
  const person = await newPerson();
  for (const message of ['a', 'b', 'c']) await person.tell(message);
  expect((await person.readUpTo(2)).status).toBe(200);
  expect(await person.counters()).toEqual({ unread: 1, lastId: 3 });
  expect((await person.list()).map(({ readAt }) => readAt !== null)).toEqual([true, true, false]);
  expect((await person.readUpTo(-1)).status).toBe(400);
});

test('old notifications are deleted, and their ids are not reused', async () => {
  const person = await newPerson();
  for (const message of ['old', 'old too', 'young']) await person.tell(message);
  await api.context.db.execute(
    sql`update notifications set created_at = now() - ${`${notificationLimits.keptDays} days 1 hour`}::interval
        where user_id = ${person.userId} and id < 3`,
  );
  await api.context.jobs.enqueue(deleteOldNotificationsJob, {});
  await api.waitUntil(async () => (await person.list()).length === 1);
  expect(await person.counters()).toEqual({ unread: 1, lastId: 3 });
  await api.context.db.execute(sql`delete from notifications where user_id = ${person.userId}`);
  await person.tell('next');
  expect(await person.counters()).toEqual({ unread: 1, lastId: 4 });
  expect(ids(await person.list())).toEqual([4]);
});
