import { setTimeout as sleep } from 'node:timers/promises';
import { createAdapter } from '@socket.io/postgres-adapter';
import { Client, Pool } from 'pg';
import { Server } from 'socket.io';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createEventPublisher } from '#server/realtime/createEventPublisher.ts';
import { createSocketServer } from '#server/realtime/createSocketServer.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { percentile, residentMegabytes } from '../scripts/faults/measure.ts';
import type { BenchmarkOptions, Figure } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { compare, comparedFigures } from './compare.ts';
import { insertPeople } from './people.ts';
import type { Person } from './people.ts';
import { delaysOf } from './sockets/delaysOf.ts';
import { now } from './sockets/now.ts';
import { raiseFileLimit } from './sockets/raiseFileLimit.ts';
import { startClients } from './sockets/startClients.ts';
import type { Clients } from './sockets/startClients.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';

const sizes = [5_000, 10_000];
const quickSizes = [200];
/** Web processes, or bare proxies: each forwards every socket with one of its own, and a process may have only so many files open. */
const ways = 2;
/** What a process has open beside its sockets. */
const otherFiles = 500;
/** What is left over from starting and connecting is collected meanwhile, as it would be in an install. */
const settleMs = 5_000;
const eventsPerSecond = 2_000;
const tickMs = 5;

/** A socket server with the proxies before it, and the way that a worker reaches its people. */
type Side = {
  group: string;
  urls: string[];
  pids: number[];
  publish(userId: string): void;
};

const startWays = async <Way extends { stop(): Promise<void> }>(
  start: () => Promise<Way>,
  cleanup: Cleanup,
): Promise<Way[]> => {
  const started: Way[] = [];
  while (started.length < ways) {
    const way = await start();
    cleanup.add(() => way.stop());
    started.push(way);
  }
  return started;
};

const startProduct = async (databaseUrl: string, cleanup: Cleanup): Promise<Side> => {
  const api = await startShipped({ roles: 'api', databaseUrl });
  cleanup.add(() => api.stop());
  const webs = await startWays(() => startShipped({ roles: 'web', env: { API_URL: api.apiUrl } }), cleanup);
  const pool = new Pool({ connectionString: databaseUrl });
  cleanup.add(() => pool.end());
  const env = parseEnv({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') });
  const io = createSocketServer({ env, logger: createLogger('warn'), pool });
  cleanup.add(() => io.of('/').adapter.close());
  const publisher = createEventPublisher(io);
  return {
    group: 'product',
    urls: webs.map(({ url }) => url),
    pids: [api, ...webs].map(({ pid }) => pid),
    publish: (userId) => publisher.toUser(userId, 'insights_changed', { platform: 'google' }),
  };
};

const startReference = async (databaseUrl: string, cleanup: Cleanup): Promise<Side> => {
  const server = await startBare('socketServer.ts', { databaseUrl });
  cleanup.add(() => server.stop());
  const proxies = await startWays(() => startBare('apiProxy.ts', { target: server.url, path: socketPath }), cleanup);
  const pool = new Pool({ connectionString: databaseUrl });
  cleanup.add(() => pool.end());
  const io = new Server({ adapter: createAdapter(pool) });
  cleanup.add(() => io.of('/').adapter.close());
  return {
    group: 'bare',
    urls: proxies.map(({ url }) => url),
    pids: [server, ...proxies].map(({ pid }) => pid),
    publish: (userId) => void io.to(`user:${userId}`).emit('insights_changed', { platform: 'google' }),
  };
};

const memoryOf = async ({ pids }: Side): Promise<number> => {
  let sum = 0;
  for (const pid of pids) sum += await residentMegabytes(pid);
  return sum;
};

/** One event to each person, evenly over the time, and how long each of them took to get there. */
const deliver = async (side: Side, people: readonly Person[], clients: Clients) => {
  const sent = new Map<string, number>();
  const arrivals = clients.collect(side.group);
  // Told below, unless sending has failed before.
  arrivals.catch(() => {});
  const start = now();
  while (sent.size < people.length) {
    const due = Math.min(people.length, Math.ceil(((now() - start) / 1000) * eventsPerSecond));
    for (const { userId } of people.slice(sent.size, due)) {
      sent.set(userId, now());
      side.publish(userId);
    }
    await sleep(tickMs);
  }
  const delays = delaysOf(sent, await arrivals);
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
};

/** The adapter's table and channel have the same names on both sides; a database of its own keeps them apart. */
const createBareDatabase = async (databaseUrl: string): Promise<string> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create database bare');
  await client.end();
  const url = new URL('/bare', databaseUrl).href;
  const bare = new Client({ connectionString: url });
  await bare.connect();
  // Of the product, the migrations have made it.
  await bare.query(
    'create table socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea)',
  );
  await bare.end();
  return url;
};

/** Brings a side to its next size: how many handshakes a second that was, and the memory of each client so far. */
const grow = async (side: Side, idle: number, people: readonly Person[], from: number, clients: Clients) => {
  const start = now();
  await clients.connect(side.group, side.urls, people.slice(from));
  const rate = (people.length - from) / ((now() - start) / 1000);
  await sleep(settleMs);
  const megabytes = (await memoryOf(side)) - idle;
  return { rate, megabytes };
};

/**
 * 5,000 and 10,000 signed-in people with a WebSocket each, through two web processes to the API, against Socket.IO behind two
 * of Express and http-proxy-middleware. Both get their events through PostgreSQL from this process, as from a worker. Memory of a
 * client at most 1.3 times, 99 % of the events there within at most 1.5 times, and as the product's own goal 500
 * handshakes a second.
 */
export const sockets = ({ isQuick }: BenchmarkOptions): Promise<Figure[]> =>
  withCleanup(async (cleanup) => {
    const steps = isQuick ? quickSizes : sizes;
    const most = Math.max(...steps);
    // The most have the ways, two for each of their clients, and the server, one for each.
    await raiseFileLimit(Math.max((most * 2) / ways, most) + otherFiles);
    const postgres = await startPostgres();
    cleanup.add(() => postgres.stop());
    const product = await startProduct(postgres.url, cleanup);
    const people = await insertPeople(postgres.url, most);
    const reference = await startReference(await createBareDatabase(postgres.url), cleanup);
    const clients = startClients();
    cleanup.add(() => clients.stop());

    await sleep(settleMs);
    const idle = { product: await memoryOf(product), reference: await memoryOf(reference) };
    const figures: Figure[] = [];
    let from = 0;
    for (const [step, size] of steps.entries()) {
      const name = `sockets.${size}`;
      const some = people.slice(0, size);
      const begun = from;
      const growOwn = () => grow(product, idle.product, some, begun, clients);
      const growBare = () => grow(reference, idle.reference, some, begun, clients);
      // A side cannot shrink again: there is one growth to each size, and who goes first changes with the sizes.
      const ownFirst = step % 2 === 1 ? await growOwn() : null;
      const bare = await growBare();
      const own = ownFirst ?? (await growOwn());
      from = size;
      const delivery = await compare({
        isQuick,
        subject: () => deliver(product, some, clients),
        reference: () => deliver(reference, some, clients),
      });
      figures.push(
        { name: `${name}.handshakes`, value: own.rate, unit: 'sockets/s', target: { atLeast: 500 } },
        { name: `${name}.bareHandshakes`, value: bare.rate, unit: 'sockets/s' },
        { name: `${name}.memory`, value: own.megabytes, unit: 'MB' },
        { name: `${name}.memoryEach`, value: (own.megabytes * 1024) / size, unit: 'KB' },
        { name: `${name}.bareMemoryEach`, value: (bare.megabytes * 1024) / size, unit: 'KB' },
        { name: `${name}.memoryRatio`, value: own.megabytes / bare.megabytes, unit: 'x', target: { atMost: 1.3 } },
        ...comparedFigures(delivery.of('p50'), {
          subject: `${name}.delivery.p50`,
          reference: `${name}.bareDelivery.p50`,
          ratio: `${name}.delivery.p50Ratio`,
          unit: 'ms',
        }),
        ...comparedFigures(delivery.of('p99'), {
          subject: `${name}.delivery.p99`,
          reference: `${name}.bareDelivery.p99`,
          ratio: `${name}.delivery.p99Ratio`,
          unit: 'ms',
          target: { atMost: 1.5 },
        }),
      );
    }
    return figures;
  });
