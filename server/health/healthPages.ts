import { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Storage } from '#server/lib/storage.ts';
import type { Metrics } from '#server/metrics/createMetrics.ts';
import type { Readiness } from './readiness.ts';

type HealthPages = {
  mayRead: (request: IncomingMessage) => boolean;
  readiness: Readiness;
  metrics: Metrics;
  storage: Storage;
  /** Whether the database server refused writes at the last readiness check. */
  isReadOnly: () => boolean;
};

/**
 * `/healthz`, open to anyone: the process is alive. `/readyz`: whether it can serve, and if not, why. `/metrics`: its
 * metrics. Strangers get a 404 for the last two.
 */
export const healthPages = ({ mayRead, readiness, metrics, storage, isReadOnly }: HealthPages): Router => {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get(['/readyz', '/metrics'], (request, response, next) => {
    if (!mayRead(request)) {
      next('router');
      return;
    }
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/readyz', async (_request, response) => {
    const reasons = await readiness();
    const isReady = reasons.length === 0;
    response.status(isReady ? 200 : 503).json({
      // A full disk or a read-only database does not take the process out of service: reads still work.
      status: isReady ? (isReadOnly() ? 'read-only' : 'ready') : 'not ready',
      ...(isReady ? {} : { reasons }),
      ...(storage.isFull() ? { storage: 'full' } : {}),
    });
  });
  router.get('/metrics', async (_request, response) => {
    const text = await metrics.read();
    response.type(metrics.contentType).send(text);
  });
  return router;
};
