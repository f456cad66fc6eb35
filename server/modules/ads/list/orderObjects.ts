import type { Queryable } from '#server/database/Database.ts';
import { createBatcher } from '#server/lib/flow/batcher.ts';
import { orderTogether } from './orderedObjects.store.ts';
import type { OrderCall, OrderedObjects } from './orderedObjects.store.ts';

/** A statement with more calls would be slow to plan. */
const mostCalls = 16;

type Item = { call: OrderCall; ordered?: OrderedObjects };
type Level = { order: ReturnType<typeof createBatcher<Item>>; callers: number };

/** Workspace levels being read. */
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

/** Waits for a read of the whole level that begins after the call arrives. */
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
 * The ordered objects of a page. Calls that arrive while a level is being read share the next read, because reading
 * thousands of ads takes far longer than sorting them. A read begins after its calls arrive, so each call sees all
 * earlier changes.
 */
export const orderObjects = async (db: Queryable, call: OrderCall): Promise<OrderedObjects> => {
  const { workspaceId, of } = call.filter;
  const item: Item = { call };
  if (typeof of === 'string') await orderLevel(db, `${workspaceId} ${of}`, item);
  else [item.ordered] = await orderTogether(db, [call]);
  if (!item.ordered) throw new Error('missing result');
  return item.ordered;
};
