import type { Queryable } from './Database.ts';

/**
 * Builds a frequent statement once per database (or transaction) instead of per call. The process then spends 50 µs
 * instead of 130 on a session lookup, and 260 instead of 420 on a page of leads.
 *
 * With a name, PostgreSQL also parses and plans it once per connection (30 µs instead of 80). Use a name only for a row
 * found by its whole key: PostgreSQL eventually uses one plan for all values, and a plan for few rows would be wrong
 * for many.
 */
export const prepareOnce = <Statement>(prepare: (db: Queryable) => Statement): ((db: Queryable) => Statement) => {
  const prepared = new WeakMap<Queryable, Statement>();
  return (db) => {
    const known = prepared.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    prepared.set(db, statement);
    return statement;
  };
};
