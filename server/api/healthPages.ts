import { Router } from 'express';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/Database.ts';
import type { Storage } from '#server/lib/storage.ts';

type Health = { db: Database; storage: Storage; isQueueHealthy: () => Promise<boolean>; isStopping: () => boolean };

/** `/healthz`: the process lives. `/readyz`: it can serve, which also needs the database and the queue; not for the public. */
export const healthPages = ({ db, storage, isQueueHealthy, isStopping }: Health): Router => {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const isReady = async () => {
      await db.execute(sql`select 1`);
      return (await isQueueHealthy()) && !isStopping();
    };
    const ready = await isReady().catch((error: unknown) => {
      request.log.warn({ area: 'health', err: error }, 'not ready');
      return false;
    });
    response
      .status(ready ? 200 : 503)
      // It still serves: what is stored can be read.
      .json({ status: ready ? 'ready' : 'not ready', ...(storage.isFull() ? { storage: 'full' } : {}) });
  });
  return router;
};
