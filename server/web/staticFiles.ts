import { join } from 'node:path';
import express from 'express';
import type { Router } from 'express';

/**
 * Files of the build. Those under /assets carry a hash of their content in the name and may be kept for ever; a missing
 * one is a plain 404, because a page in place of a script would be cached as one. The few others (favicon, theme.js)
 * keep their names and are kept for an hour.
 */
export const staticFiles = (clientDir: string): Router => {
  const router = express.Router();
  const shared = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  router.use(
    '/assets',
    express.static(join(clientDir, 'assets'), { ...shared, immutable: true, maxAge: '1y' }),
    (_request, response) => {
      response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found');
    },
  );
  router.use(express.static(clientDir, { ...shared, maxAge: '1h' }));
  return router;
};
