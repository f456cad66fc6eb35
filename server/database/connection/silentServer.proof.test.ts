import { sql } from '#server/database/drizzle.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { startTcpProxy } from '#testing/tcpProxy.ts';
import { isDatabaseAway } from './isDatabaseAway.ts';
import { openDatabase } from './openDatabase.ts';

/* These tests wait until limits of several seconds have passed. */

const logger = createLogger('silent');
const failTest = (error: Error) => {
  throw error;
};

/** Opens a new database through a proxy. */
const openBehindProxy = async () => {
  const server = await createServerDatabase();
  const proxy = await startTcpProxy(server.url);
  const behind = await openDatabase({ databaseUrl: proxy.url, logger, onCrash: failTest });
  onTestFinished(async () => {
    await behind.close();
    await proxy.close();
    await server.drop();
  });
  return { behind, proxy };
};

describe('a database server', () => {
  test('that goes silent fails its callers within seconds, while a slow statement may take longer', async () => {
    const { behind, proxy } = await openBehindProxy();
    expect((await behind.pool.query('select 1 as one from pg_sleep(7)')).rows).toEqual([{ one: 1 }]);
    proxy.silence();
    // The statement timeout is longer than the time limit of this test.
    const failed = await behind.db.execute(sql`select 1`).catch((error: unknown) => error);
    expect(isDatabaseAway(failed)).toBe(true);
    proxy.heal();
    expect((await behind.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('that goes silent during transactions does not drain the pool', async () => {
    const { behind, proxy } = await openBehindProxy();
    const useAll = () => Promise.all(Array.from({ length: 10 }, () => behind.pool.query('select pg_sleep(0.1)')));
    await useAll();
    proxy.silence();
    const silent = Array.from({ length: 10 }, () => behind.db.transaction((tx) => tx.execute(sql`select 1`)));
    const ends = await Promise.allSettled(silent);
    expect(ends.map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
    proxy.heal();
    expect(await useAll()).toHaveLength(10);
  });

  test('with a silent address for events leaves other statements alone', async () => {
    const server = await createServerDatabase();
    const proxy = await startTcpProxy(server.url);
    const behind = await openDatabase({ databaseUrl: server.url, listenUrl: proxy.url, logger, onCrash: failTest });
    onTestFinished(async () => {
      await behind.close();
      await proxy.close();
      await server.drop();
    });
    await behind.listener.listen('answers', () => undefined);
    proxy.silence();
    proxy.cut();
    // Silent connections are closed after six seconds. The new connection opens a second later and starts the count.
    expect((await behind.pool.query('select 1 as one from pg_sleep(8)')).rows).toEqual([{ one: 1 }]);
  });
});
