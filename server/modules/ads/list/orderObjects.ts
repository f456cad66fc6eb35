import type { Queryable } from '#server/database/Database.ts';
import { createBatcher } from '#server/lib/flow/batcher.ts';
import { orderTogether } from './orderedObjects.store.ts';
import type { OrderCall, OrderedObjects } from './orderedObjects.store.ts';

/** More would make the statement slow to plan. */
const mostCalls = 16;

type Item = { call: OrderCall; ordered?: OrderedObjects };
type Level = { order: ReturnType<typeof createBatcher<Item>>; callers: number };

/** The levels of workspaces that are being read. */
const levelsOf = new WeakMap<Queryable, Map<string, Level>>();

const openLevel = (db: Queryable): Level => ({
  callers: 0,
  order: createBatcher<Item>(async (items) => {
    const answers = await orderTogether(
      db,
      items.map(({ call }) => call),
    );
    for (const [index, item] of items.entries()) item.ordered = answers[index];
  }, mostCalls),
});

/** Waits for a reading of the whole level that begins after the call has arrived. */
const orderLevel = async (db: Queryable, key: string, item: Item): Promise<void> => {
  const levels = levelsOf.get(db) ?? new Map<string, Level>();
  levelsOf.set(db, levels);
  const level = levels.get(key) ?? openLevel(db);
  levels.set(key, level);
  level.callers += 1;
  try {
    await level.order([item]);
  } finally {
    level.callers -= 1;
    if (level.callers === 0) levels.delete(key);
  }
};

/**
 * The objects of a page in their order. Calls on a level that arrive while it is being read share the next reading: reading
 * thousands of ads takes far longer than ordering them. No reading begins before its calls have arrived, so none misses a
 * change that was stored before.
 */
export const orderObjects = async (db: Queryable, call: OrderCall): Promise<OrderedObjects> => {
  const { workspaceId, of } = call.filter;
  const item: Item = { call };
  if (typeof of === 'string') await orderLevel(db, `${workspaceId} ${of}`, item);
  else [item.ordered] = await orderTogether(db, [call]);
  if (!item.ordered) throw new Error('no answer');
  return item.ordered;
};
