import { createHealthPages } from './health/createHealthPages.ts';
import type { Phase } from './health/readiness.ts';
import type { RunningServer, ServerOptions } from './startServer.ts';
import { prepareWeb, startWeb } from './startWeb.ts';

/**
 * Starts a process whose only role is `web`. It has no database, queue or keys, so it serves pages even while those fail.
 */
export const startWebAlone = async ({
  env,
  logger,
  pages,
}: Pick<ServerOptions, 'env' | 'logger' | 'pages'>): Promise<Omit<RunningServer, 'context'>> => {
  let phase: Phase = 'starting';
  const health = createHealthPages({ env, logger, phase: () => phase, database: null, countSockets: null });
  const web = await startWeb({ env, logger, health, prepared: await prepareWeb({ env, pages }) });
  phase = 'serving';
  return {
    webPort: web.port,
    apiPort: null,
    healthPort: null,
    close: () => {
      phase = 'stopping';
      return web.close();
    },
  };
};
