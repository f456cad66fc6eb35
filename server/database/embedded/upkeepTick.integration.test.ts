import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#server/testing/openTestDatabase.ts';
import type { OpenDatabase } from '#server/database/openDatabase.ts';
import { upkeepTick } from './upkeepTick.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const statistics = async () => {
  const { rows } = await database.pool.query<{ analyzed: boolean; vacuumed: boolean }>(
    `select last_analyze is not null as analyzed, last_vacuum is not null as vacuumed
     from pg_stat_user_tables where relname = 'rate_limits'`,
  );
  return rows[0];
};
/** Looks as often as tables are in need: each look is one of a new process. */
const lookOften = async (): Promise<void> => {
  for (let looks = 0; looks < 10; looks += 1) await upkeepTick(database).run();
};

describe('the upkeep of the embedded database', () => {
  it('counts what has changed and gives back the room of dead rows, and leaves a server to its own', async () => {
    await database.pool.query(
      `insert into rate_limits (key, points, expire) select 'key ' || n, 1, null from generate_series(1, 500) n`,
    );
    await lookOften();
    expect(await statistics()).toMatchObject({ analyzed: database.isEmbedded, vacuumed: false });
    await database.pool.query(`delete from rate_limits where key like 'key ___'`);
    await lookOften();
    expect(await statistics()).toMatchObject({ vacuumed: database.isEmbedded });
  });
});
