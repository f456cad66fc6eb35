import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNotificationStream } from './createNotificationStream.ts';
import type { NotificationStream, StoredNotification } from './createNotificationStream.ts';

/** Small, so that reading a few missed notifications takes several calls. */
const pageSize = 3;

const toStoredNotification = (id: number): StoredNotification => ({
  id,
  announced: { event: 'export_error', payload: { message: `notification ${id}` } },
});

/** A server with its list, a browser, and an unreliable connection between them that tests control. */
const createWorld = (storedBefore = 0) => {
  const world = {
    lastId: storedBefore,
    /** Ids in the order in which they were shown. */
    shown: [] as number[],
    pointer: null as number | null,
    isConnected: false,
    isListAway: false,
    /** Sent to this page, but not yet delivered. */
    onTheWay: [] as StoredNotification[],
    calls: 0,
  };
  const answer = async <T>(value: () => T): Promise<T> => {
    world.calls += 1;
    const answered = value();
    // Lets other steps run while the response is pending.
    await Promise.resolve();
    if (world.isListAway) throw new Error('the list is away');
    return answered;
  };
  const open = (): NotificationStream =>
    createNotificationStream({
      readShownId: () => world.pointer,
      saveShownId: (id) => (world.pointer = id),
      readNewest: () => answer(() => ({ lastId: world.lastId })),
      readAfter: (after) =>
        answer(() => ({
          lastId: world.lastId,
          notifications: Array.from({ length: Math.max(0, Math.min(pageSize, world.lastId - after)) }, (_, at) =>
            toStoredNotification(after + 1 + at),
          ),
        })),
      deliver: (notifications) => world.shown.push(...notifications.map(({ id }) => id)),
    });
  let stream = open();
  const synchronize = (): Promise<void> => stream.synchronize().catch(() => undefined);
  return Object.assign(world, {
    store: () => {
      world.lastId += 1;
      if (world.isConnected) world.onTheWay.push(toStoredNotification(world.lastId));
    },
    /** Delivers one of the sent notifications: out of order, twice, or not at all. */
    arrive: async (at: number, fate: 'once' | 'twice' | 'lost') => {
      const [notification] = world.onTheWay.splice(at % Math.max(1, world.onTheWay.length), 1);
      if (!notification || fate === 'lost') return;
      for (let times = fate === 'twice' ? 2 : 1; times > 0; times -= 1)
        if (stream.receive(notification)) await synchronize();
    },
    cut: () => {
      world.isConnected = false;
      world.onTheWay = [];
    },
    /** Does not wait for the response, so that the next steps overlap with it. */
    connect: () => {
      world.isConnected = true;
      void synchronize();
    },
    reload: () => {
      stream.close();
      world.isConnected = false;
      world.onTheWay = [];
      stream = open();
    },
    settle: async () => {
      world.isListAway = false;
      await stream.synchronize();
    },
  });
};

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

it('shows each notification once and in order, despite random disconnects and reloads', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: 'store' as const }) },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('arrive' as const),
          at: fc.nat(5),
          fate: fc.constantFrom('once', 'once', 'twice', 'lost'),
        }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: 'cut' as const }) },
      { weight: 3, arbitrary: fc.constant({ kind: 'connect' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'reload' as const }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), isAway: fc.boolean() }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'pause' as const }) },
    ),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(9), steps, async (storedBefore, happening) => {
      const world = createWorld(storedBefore);
      world.isConnected = true;
      await world.settle();
      for (const step of happening) {
        if (step.kind === 'store') world.store();
        else if (step.kind === 'arrive') await world.arrive(step.at, step.fate);
        else if (step.kind === 'cut') world.cut();
        else if (step.kind === 'connect') world.connect();
        else if (step.kind === 'reload') world.reload();
        else if (step.kind === 'list') world.isListAway = step.isAway;
        else await new Promise((resolve) => void setTimeout(resolve));
        expect(world.shown).toEqual(numbers(storedBefore + 1, storedBefore + world.shown.length));
      }
      await world.settle();
      expect(world.shown).toEqual(numbers(storedBefore + 1, world.lastId));
      expect(world.pointer).toBe(world.lastId);
    }),
    { numRuns: 500 },
  );
});

it('survives a hundred disconnects with notifications before, during and after each', async () => {
  const world = createWorld(40);
  world.connect();
  await world.settle();
  for (let round = 0; round < 100; round += 1) {
    world.store();
    await world.arrive(0, round % 3 === 0 ? 'twice' : 'once');
    world.store();
    world.cut();
    world.store();
    if (round % 10 === 9) world.reload();
    world.connect();
    world.store();
    await world.arrive(0, round % 7 === 0 ? 'lost' : 'once');
  }
  await world.settle();
  expect(world.shown).toEqual(numbers(41, 440));
});

it('shows no old notifications in a new browser, but shows one that arrives during the start', async () => {
  const world = createWorld(7);
  world.isConnected = true;
  world.store();
  await world.arrive(0, 'once');
  await world.settle();
  expect(world.shown).toEqual([8]);
});

it('does not take another tab that is one notification ahead for a server reset', async () => {
  let pointer = 4;
  const setBacks: number[] = [];
  const stream = createNotificationStream({
    readShownId: () => pointer,
    saveShownId: (id, isSetBack) => {
      if (isSetBack) setBacks.push(id);
    },
    readNewest: async () => {
      // While the response is pending, the other tab shows the next notification.
      pointer = 5;
      return { lastId: 4 };
    },
    readAfter: async () => ({ lastId: 4, notifications: [] }),
    deliver: () => undefined,
  });
  await stream.synchronize();
  expect(setBacks).toEqual([]);
});

it('makes no call when nothing is missing', async () => {
  const world = createWorld();
  world.connect();
  await world.settle();
  const before = world.calls;
  for (let count = 0; count < 20; count += 1) {
    world.store();
    await world.arrive(0, 'once');
  }
  expect(world.shown).toEqual(numbers(1, 20));
  expect(world.calls).toBe(before);
});

it('continues after the server is restored from a backup', async () => {
  const world = createWorld();
  world.connect();
  await world.settle();
  for (let count = 0; count < 5; count += 1) world.store();
  await world.settle();
  world.cut();
  world.lastId = 2;
  world.shown = [];
  world.connect();
  await world.settle();
  world.store();
  await world.arrive(0, 'once');
  expect(world.shown).toEqual([3]);
  world.cut();
  world.lastId = 1;
  world.reload();
  world.connect();
  await world.settle();
  world.store();
  await world.settle();
  expect(world.shown).toEqual([3, 2]);
});
