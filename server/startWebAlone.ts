import { createHealthPages } from './health/createHealthPages.ts';
import type { RunningServer, ServerOptions } from './startServer.ts';
import { prepareWeb, startWeb } from './startWeb.ts';

/**
 * Starts a process whose only role is `web`. It has no database, no queue and no keys, so that it starts and serves pages
 * whatever becomes of those.
 */
export const startWebAlone = async ({
  env,
  logger,
  pages,
}: Pick<ServerOptions, 'env' | 'logger' | 'pages'>): Promise<Omit<RunningServer, 'context'>> => {
  let isStopping = false;
  const health = createHealthPages({ env, logger, isStopping: () => isStopping, database: null, countSockets: null });
  const web = await startWeb({ env, logger, health, prepared: await prepareWeb({ env, pages }) });
  return {
    webPort: web.port,
    apiPort: null,
    healthPort: null,
    close: () => {
      isStopping = true;
      return web.close();
    },
  };
};
