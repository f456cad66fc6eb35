import { flushCompileCache } from 'node:module';
import { isWebAlone, parseEnv } from './config/env.ts';
import type { Env } from './config/env.ts';
import { overrideSource } from './config/secretFiles.ts';
import type { EmbeddedDatabase } from './database/embedded/startEmbedded.ts';
import { collectAfterStart } from './lib/collectAfterStart.ts';
import { requirePorts } from './lib/http/requirePorts.ts';
import type { NeededPort } from './lib/http/requirePorts.ts';
import { createLogger } from './lib/logging/logger.ts';
import { StartRefusedError } from './lib/failures/StartRefusedError.ts';
import type { RunningServer, ServerOptions } from './startServer.ts';

/*
 * Starts the roles of ROLES and stops them in order on SIGTERM or SIGINT. `--vite` serves the pages from source with hot
 * reload. `--demo` starts the sandbox too, and an account that is connected to it.
 */

const pages = process.argv.includes('--vite') ? 'vite' : 'built';

const isDemo = process.argv.includes('--demo');

/** The sandbox simulates accounts that refuse access, so a demo would begin with warnings about them. */
const source = isDemo
  ? { ...process.env, SANDBOX: 'true', LOG_LEVEL: process.env['LOG_LEVEL'] || 'error' }
  : process.env;

/** The ports of this process, with the hosts that `startServer` chooses. */
const portsOf = ({ ROLES, SANDBOX, HOST, PORT, API_PORT, SANDBOX_PORT }: Env): NeededPort[] => {
  const hasWeb = ROLES.includes('web');
  const ports: NeededPort[] = [];
  if (hasWeb) ports.push({ setting: 'PORT', host: HOST, port: PORT });
  if (!hasWeb || ROLES.includes('api'))
    ports.push({ setting: 'API_PORT', host: hasWeb ? '127.0.0.1' : HOST, port: API_PORT });
  if (SANDBOX) ports.push({ setting: 'SANDBOX_PORT', host: HOST, port: SANDBOX_PORT });
  return ports;
};

/** With SANDBOX on, starts the simulated services and points every provider address and credential at them. */
const prepareEnv = async (): Promise<{ env: Env; closeSandbox: () => Promise<void> }> => {
  const env = parseEnv(source);
  await requirePorts(portsOf(env));
  if (!env.SANDBOX) return { env, closeSandbox: async () => {} };
  const { startSandbox } = await import('./sandbox/startSandbox.ts');
  const url = new URL(env.PUBLIC_URL);
  url.port = String(env.SANDBOX_PORT);
  const sandbox = await startSandbox({ port: env.SANDBOX_PORT, host: env.HOST, url: url.origin });
  const changed = overrideSource(source, sandbox.environment);
  return { env: parseEnv(changed), closeSandbox: () => sandbox.close() };
};

/** Loading the rest of the program takes as long as starting the embedded database, so both run at once. */
const beginEmbedded = async ({ env, logger, onFatal }: ServerOptions): Promise<EmbeddedDatabase> => {
  const { startEmbedded } = await import('./database/embedded/startEmbedded.ts');
  return startEmbedded(env.DATA_DIR, { logger, onCrash: onFatal });
};

/** A web-only process does not load the database code. */
const startRoles = async (options: ServerOptions): Promise<Omit<RunningServer, 'context'> & Partial<RunningServer>> => {
  if (isWebAlone(options.env)) return (await import('./startWebAlone.ts')).startWebAlone(options);
  const embedding = options.env.DATABASE_URL === undefined ? beginEmbedded(options) : undefined;
  // The awaiting caller handles the rejection; this avoids unhandledRejection.
  embedding?.catch(() => {});
  const { startServer } = await import('./startServer.ts');
  return startServer({ ...options, embedding });
};

/** Prepares the demo. @returns the last text of the start; empty where only a program reads the output */
const greet = async (env: Env, { webPort, context }: Awaited<ReturnType<typeof startRoles>>): Promise<string> => {
  if (isDemo && context) {
    const { prepareDemo } = await import('./demo/prepareDemo.ts');
    const prepared = await prepareDemo({ env, webPort, db: context.db });
    if ('refusal' in prepared) throw new StartRefusedError(prepared.refusal);
    return prepared.greeting;
  }
  if (!process.stdout.isTTY) return '';
  return `\n  Leadlight is running. Open ${env.PUBLIC_URL}\n  Ctrl+C stops it.\n\n`;
};

const run = async (): Promise<void> => {
  // A signal during startup ends the process at once; that is as safe as a crash. The handler is needed because the
  // first process of a container ignores signals without one.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  // Standard output and error may be files on a full disk. Without a listener, a failed write would end the process; the log counts
  // the lines that it loses.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const { env, closeSandbox } = await prepareEnv();
  const logger = createLogger(env.LOG_LEVEL);
  for (const { name, nearest } of env.misspelt)
    logger.warn({ area: 'start', variable: name, nearest }, 'a variable is not a setting and has no effect');
  const endWith = (error: unknown, message: string) => {
    logger.fatal({ area: 'process', err: error }, message);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => endWith(error, 'uncaught exception'));
  process.on('unhandledRejection', (error) => endWith(error, 'unhandled rejection'));

  const server = await startRoles({
    env,
    logger,
    pages,
    onFatal: (error) => endWith(error, 'the embedded database is gone'),
  }).catch(async (error: unknown) => {
    await closeSandbox();
    throw error;
  });
  let isStopping = false;
  const close = async () => {
    await server.close();
    await closeSandbox();
  };
  stop = async (signal) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ area: 'stop', signal }, 'stopping');
    await close().catch((error: unknown) => endWith(error, 'could not stop in order'));
    logger.info({ area: 'stop' }, 'stopped');
    process.exit(0);
  };
  logger.info(
    {
      area: 'start',
      roles: env.ROLES,
      url: env.PUBLIC_URL,
      webPort: server.webPort,
      apiPort: server.apiPort,
      healthPort: server.healthPort,
      sandbox: env.SANDBOX,
    },
    'Leadlight is ready',
  );
  // Flush now, because a killed process never reaches its end. The cache halves the next startup.
  flushCompileCache();
  collectAfterStart();
  const greeting = await greet(env, server).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  process.stdout.write(greeting);
  process.send?.({ ready: true, url: env.PUBLIC_URL });
};

run().catch((error: unknown) => {
  if (error instanceof StartRefusedError) process.stderr.write(`${error.message}\n`);
  else createLogger('info').fatal({ area: 'start', err: error }, 'Leadlight could not start');
  process.exit(1);
});
