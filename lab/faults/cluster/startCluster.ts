import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import * as z from 'zod';
import { chooseNamedAccount } from '#server/database/embedded/folder/systemAccount.ts';
import { withClient } from '#testing/database/withClient.ts';
import { freePort } from '#testing/freePort.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { processTree } from '#lab/faults/measure.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import type { ClusterPrograms } from './findClusterPrograms.ts';
import { renderHaproxyConfig, renderPatroniConfig, superuser } from './renderClusterConfig.ts';
import type { NodePlaces } from './renderClusterConfig.ts';
import { startRelays } from './startRelays.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** A machine with PostgreSQL and Patroni. */
export type ClusterNode = {
  name: string;
  /** Direct address of its PostgreSQL, bypassing HAProxy and the relays. */
  url: string;
  isPrimary(): Promise<boolean>;
  /** Name of the synchronous standby, which has every acknowledged commit; null if there is none. */
  findSynchronousStandby(): Promise<string | null>;
  /** Ends PostgreSQL with SIGKILL. */
  killPostgres(): Promise<void>;
  /** Ends Patroni and PostgreSQL with SIGKILL, like a power failure. */
  kill(): Promise<void>;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Suspends all processes of the node, like a hung machine. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Cuts the node off from HAProxy, etcd and the other node. Connections stay open but silent. */
  cut(): void;
  heal(): void;
};

export type Cluster = {
  /** The primary, through HAProxy. */
  url: string;
  nodes: readonly ClusterNode[];
  /** Waits until one node is the primary and the other its synchronous standby. */
  awaitRedundancy(): Promise<{ primary: ClusterNode; standby: ClusterNode }>;
  /** Connects to the primary as a superuser instead of Leadlight's role. */
  administer<T>(use: (client: Client) => Promise<T>): Promise<T>;
  /** Promotes the standby, as an operator does before maintenance. */
  switchOver(): Promise<void>;
};

const clusterView = z.object({ members: z.array(z.object({ name: z.string(), role: z.string() })) });
const database = 'leadlight';
/** Limit for a query, because a frozen node never answers. */
const answerWithinMs = 5_000;
const localhost = '127.0.0.1';

const freeAddress = async (): Promise<string> => `${localhost}:${await freePort()}`;

/** Starts two Patroni nodes with a synchronous standby, an etcd and HAProxy, as in deploy/patroni. */
export const startCluster = async (context: ScenarioContext, programs: ClusterPrograms): Promise<Cluster> => {
  const folder = join(context.folder, 'cluster');
  await mkdir(folder);
  await chmod(context.folder, 0o755);
  const account = await chooseNamedAccount();
  const makeFolder = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path, { mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
    return path;
  };
  const launch = (name: string, program: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, {
      ...account,
      cwd: folder,
      // Drops PATRONI_ variables of the caller, because Patroni would use them as settings.
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  };
  const endOnEnd = (child: () => ChildProcess): void =>
    context.onEnd(async () => {
      const { exitCode, signalCode } = child();
      if (exitCode !== null || signalCode !== null) return;
      const ended = once(child(), 'exit');
      child().kill('SIGKILL');
      await ended;
    });

  const [etcdClients, etcdPeers] = [await freeAddress(), await freeAddress()];
  const etcd = launch('etcd', programs.etcd, [
    '--enable-v2',
    '--log-level=warn',
    `--data-dir=${await makeFolder('etcd')}`,
    `--listen-client-urls=http://${etcdClients}`,
    `--advertise-client-urls=http://${etcdClients}`,
    `--listen-peer-urls=http://${etcdPeers}`,
    `--initial-advertise-peer-urls=http://${etcdPeers}`,
    `--initial-cluster=default=http://${etcdPeers}`,
  ]);
  endOnEnd(() => etcd);

  const startNode = async (name: string): Promise<{ node: ClusterNode; places: NodePlaces }> => {
    const [postgres, rest] = [await freeAddress(), await freeAddress()];
    const network = await startRelays(context, [postgres, rest, etcdClients]);
    const [outerPostgres = '', outerRest = '', etcdLink = ''] = network.addresses;
    const places: NodePlaces = {
      name,
      etcd: etcdLink,
      postgres: { inner: postgres, outer: outerPostgres },
      rest: { inner: rest, outer: outerRest },
      folder: await makeFolder(name),
      postgresBin: programs.postgresBin,
    };
    const configFile = join(folder, `${name}.yml`);
    await writeFile(configFile, renderPatroniConfig(places), { mode: 0o644 });
    const start = (): ChildProcess => launch(name, programs.patroni, [configFile]);
    let patroni = start();

    const postgresTree = async (): Promise<number[]> => {
      // Without the file, PostgreSQL was never started or has stopped cleanly.
      const pidFile = await readFile(join(places.folder, 'data', 'postmaster.pid'), 'utf8').catch(() => null);
      return pidFile === null ? [] : processTree(Number(pidFile.split('\n')[0]));
    };
    const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
      for (const pid of pids)
        try {
          process.kill(pid, signal);
        } catch (error) {
          // The process has ended meanwhile.
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
        }
    };
    const killPostgres = async (): Promise<void> => signalAll(await postgresTree(), 'SIGKILL');
    const all = async (): Promise<number[]> => [
      ...(patroni.pid === undefined ? [] : await processTree(patroni.pid)),
      ...(await postgresTree()),
    ];
    // Ends Patroni first, because Patroni would restart PostgreSQL.
    const kill = async (): Promise<void> => {
      const ended = once(patroni, 'exit');
      signalAll(await all(), 'SIGKILL');
      await ended;
    };
    context.onEnd(async () => {
      await (patroni.exitCode === null && patroni.signalCode === null ? kill() : killPostgres());
    });
    const url = `postgres://${superuser.username}:${superuser.password}@${postgres}/postgres`;
    const isAnswered = (path: string): Promise<boolean> =>
      fetch(`http://${rest}${path}`, { signal: AbortSignal.timeout(answerWithinMs) }).then(
        ({ ok }) => ok,
        () => false,
      );
    return {
      places,
      node: {
        name,
        url,
        isPrimary: () => isAnswered('/primary'),
        findSynchronousStandby: async () => {
          // Needs both: Patroni's view is a few seconds old, and PostgreSQL's omits whether the standby may be promoted.
          const { members } = clusterView.parse(await (await fetch(`http://${rest}/cluster`)).json());
          const chosen = members.find(({ role }) => role === 'sync_standby')?.name;
          const attached = await withClient(url, (client) =>
            client.query('select 1 from pg_stat_replication where application_name = $1 and sync_state = $2', [
              chosen,
              'sync',
            ]),
          );
          return chosen !== undefined && attached.rowCount === 1 ? chosen : null;
        },
        killPostgres,
        kill,
        start: () => {
          patroni = start();
        },
        freeze: async () => signalAll(await all(), 'SIGSTOP'),
        thaw: async () => signalAll(await all(), 'SIGCONT'),
        cut: () => network.silence(),
        heal: () => network.heal(),
      },
    };
  };
  const started = [await startNode('db1'), await startNode('db2')];
  const nodes = started.map(({ node }) => node);

  const address = await freeAddress();
  const haproxyFile = join(folder, 'haproxy.cfg');
  const allPlaces = started.map(({ places }) => places);
  await writeFile(haproxyFile, renderHaproxyConfig(address, allPlaces));
  const haproxy = launch('haproxy', programs.haproxy, ['-db', '-f', haproxyFile]);
  endOnEnd(() => haproxy);

  const awaitRedundancy: Cluster['awaitRedundancy'] = () =>
    waitUntil(
      async () => {
        const found = await Promise.all(nodes.map((node) => node.isPrimary()));
        const primary = nodes.find((_node, index) => found[index]);
        const name = await primary?.findSynchronousStandby().catch(() => null);
        const standby = nodes.find((node) => node.name === name);
        return primary && standby ? { primary, standby } : null;
      },
      { timeoutMs: hangMs, everyMs: 200, what: 'a primary with a synchronous standby' },
    );
  await awaitRedundancy();

  const superuserUrl = `postgres://${superuser.username}:${superuser.password}@${address}/postgres`;
  const administer: Cluster['administer'] = (use) => withClient(superuserUrl, use);
  // Waits until HAProxy has found the primary.
  await waitUntil(() => administer(async () => true).catch(() => null), {
    timeoutMs: hangMs,
    what: 'the primary behind HAProxy',
  });
  const password = 'product-password';
  await administer(async (client) => {
    await client.query(`create role ${database} login password '${password}'`);
    await client.query(`create database ${database} owner ${database}`);
  });
  return {
    url: `postgres://${database}:${password}@${address}/${database}`,
    nodes,
    awaitRedundancy,
    administer,
    switchOver: async () => {
      const { primary, standby } = await awaitRedundancy();
      const control = launch('patronictl', programs.patronictl, [
        `--config-file=${join(folder, `${primary.name}.yml`)}`,
        'switchover',
        '--force',
        `--master=${primary.name}`,
        `--candidate=${standby.name}`,
      ]);
      const [code] = await once(control, 'exit');
      if (code !== 0) throw new Error(`patronictl switchover exited with ${String(code)}`);
    },
  };
};
