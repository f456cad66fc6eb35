import { EnvError, parseEnv } from './config/env.ts';
import type { Env } from './config/env.ts';
import { FolderInUseError } from './database/embedded/folderLock.ts';
import { NoRoomError } from './database/embedded/freeSpace.ts';
import { createLogger } from './lib/logger.ts';
import { startServer } from './startServer.ts';

/*
 * Starts what ROLES names and stops it in order on SIGTERM or SIGINT. `--vite` serves the pages from their sources with
 * hot reload.
 */

const pages = process.argv.includes('--vite') ? 'vite' : 'built';

/** With SANDBOX on, the outside services are played here and every provider address and credential points at them. */
const prepareEnv = async (): Promise<{ env: Env; closeSandbox: () => Promise<void> }> => {
  const env = parseEnv(process.env);
  if (!env.SANDBOX) return { env, closeSandbox: async () => {} };
  const { startSandbox } = await import('./sandbox/startSandbox.ts');
  const url = new URL(env.PUBLIC_URL);
  url.port = String(env.SANDBOX_PORT);
  const sandbox = await startSandbox({ port: env.SANDBOX_PORT, host: env.HOST, url: url.origin });
  return { env: parseEnv({ ...process.env, ...sandbox.environment }), closeSandbox: () => sandbox.close() };
};

const run = async (): Promise<void> => {
  const { env, closeSandbox } = await prepareEnv();
  const logger = createLogger(env.LOG_LEVEL);
  const endWith = (error: unknown, message: string) => {
    logger.fatal({ area: 'process', err: error }, message);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => endWith(error, 'uncaught exception'));
  process.on('unhandledRejection', (error) => endWith(error, 'unhandled rejection'));

  const server = await startServer({
    env,
    logger,
    pages,
    onFatal: (error) => endWith(error, 'the embedded database is gone'),
  }).catch(async (error: unknown) => {
    await closeSandbox();
    throw error;
  });
  logger.info(
    {
      area: 'start',
      roles: env.ROLES,
      url: env.PUBLIC_URL,
      webPort: server.webPort,
      apiPort: server.apiPort,
      sandbox: env.SANDBOX,
    },
    'Leadlight is ready',
  );
  process.send?.({ ready: true, url: env.PUBLIC_URL });

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ area: 'stop', signal }, 'stopping');
    await server.close();
    await closeSandbox();
    logger.info({ area: 'stop' }, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch((error: unknown) => endWith(error, 'could not stop in order')));
};

run().catch((error: unknown) => {
  if (error instanceof EnvError || error instanceof FolderInUseError || error instanceof NoRoomError)
    process.stderr.write(`${error.message}\n`);
  else createLogger('info').fatal({ area: 'start', err: error }, 'Leadlight could not start');
  process.exit(1);
});
