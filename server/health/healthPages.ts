import { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Storage } from '#server/lib/storage.ts';
import type { Figures } from '#server/metrics/createFigures.ts';
import type { Readiness } from './readiness.ts';

type HealthPages = {
  mayRead: (request: IncomingMessage) => boolean;
  readiness: Readiness;
  figures: Figures;
  storage: Storage;
};

/**
 * `/healthz`: the process lives; everybody may know. `/readyz`: it can serve, or why not; `/metrics`: its figures. To strangers
 * there is nothing at these two.
 */
export const healthPages = ({ mayRead, readiness, figures, storage }: HealthPages): Router => {
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
      status: isReady ? 'ready' : 'not ready',
      ...(isReady ? {} : { reasons }),
      // It still serves: what is stored can be read.
      ...(storage.isFull() ? { storage: 'full' } : {}),
    });
  });
  router.get('/metrics', async (_request, response) => {
    const text = await figures.read();
    response.type(figures.contentType).send(text);
  });
  return router;
};
