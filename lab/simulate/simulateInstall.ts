import { exportSheetJob } from '#server/modules/exports/exports.jobs.ts';
import { readInsightsJob } from '#server/modules/ads/insights.jobs.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { partNames } from '#lab/load/meterParts.ts';
import type { Part } from '#lab/load/meterParts.ts';
import { shares } from '#lab/load/prepareTraffic.ts';
import type { Assumptions, Figures } from './readInput.ts';

/*
 * The work of an installation for a number of people, and the resources that it needs, from the measured costs of each kind.
 */

type Kind = keyof typeof shares;

/** Kinds whose number depends on leads and exports instead of calls. */
const isCounted = (kind: Kind): boolean => kind === 'export' || kind === 'webhook';
const kinds = Object.keys(shares) as Kind[];
const called = kinds.filter((kind) => !isCounted(kind));

const daySeconds = 86_400;
const hoursOfDay = 24;
const daysOfMonth = 30;
const monthsOfYear = 12;
/** Days of history that the first reads of an account cover. */
const firstDays = 396;
/** How many days the change history of recent days is kept. */
const changedDaysKept = 120;
/** Writes of a small export. */
const writesOfExport = 2;
/** `docker-compose.yml` starts this many of each role at least, so that one can be replaced. */
const fewest = 2;
/** Ten connections in the pool, and one that detects a silent database. */
const connectionsEach = 11;
const kilobytes = 1024;
const gigabyte = 2 ** 30;

/** Work in the busy hours, per second unless the name has another unit. */
type Work = {
  activePeople: number;
  requests: Record<Kind, number>;
  calls: number;
  sockets: number;
  leads: number;
  worstLeads: number;
  accounts: number;
  readAccounts: number;
  reads: number;
  exportsPerHour: number;
  writesPerMinute: number;
  notifications: number;
  jobs: number;
  /** Kilobytes of the write-ahead log. */
  log: number;
  platformCallsPerDay: Record<PlatformId, number>;
  busiestTikTokCalls: number;
};

/** Stored data after `daysStored` days. */
type Stored = Record<'leads' | 'rows' | 'ads' | 'findings', { rows: number; gigabytes: number }>;

type Need = {
  /** Cores in the busy hours, at full utilization. */
  busyCores: Record<Part, number>;
  processes: Record<'web' | 'api' | 'worker', number>;
  connections: number;
  processMemoryGb: number;
  /** Cores of machines, at the planned utilization. */
  processCores: number;
  databaseCores: number;
  databaseMemoryGb: number;
  databaseDiskGb: number;
  machines: number;
  databases: number;
};

export type Install = { people: number; work: Work; stored: Stored; need: Need };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const average = (values: readonly number[]): number => sum(values) / values.length;

/** The cost of one request of a kind. In the load test, a webhook creates one job for each of several people. */
const costOf = (kind: Kind, name: string, figures: Figures): number => {
  const cost = figures('costs', `costs.${kind}.${name}`);
  const isShared = kind === 'webhook' && !['nginx', 'web', 'api'].includes(name);
  return isShared ? cost / figures('costs', 'costs.webhook.jobs') : cost;
};

/** The cost of all requests and reads in a second. */
const spend = (requests: Work['requests'], reads: number, name: string, figures: Figures): number =>
  sum(kinds.map((kind) => requests[kind] * costOf(kind, name, figures))) +
  reads * figures('costs', `costs.read.${name}`);

const workOf = (people: number, assumed: Assumptions, figures: Figures): Work => {
  const activePeople = people * assumed.activeShare;
  const busy = assumed.busyShare / (assumed.busyHours * 3_600);
  const calls = activePeople * assumed.callsPerActive * busy;
  const exports = activePeople * assumed.exportsEach * busy;
  const leads = (people * assumed.connectedShare * assumed.leadsEach) / daySeconds;
  const worstLeads = leads * assumed.leadPeak;
  const total = sum(called.map((kind) => shares[kind]));
  const requests = Object.fromEntries(
    kinds.map((kind) => [kind, isCounted(kind) ? 0 : (calls * shares[kind]) / total]),
  ) as Record<Kind, number>;
  requests.export = exports;
  requests.webhook = worstLeads;

  const accounts = people * assumed.connectedShare * assumed.accountsEach;
  const readAccounts = accounts * (assumed.viewedShare + assumed.quietShare);
  const reads = (accounts * (assumed.viewedShare * hoursOfDay + assumed.quietShare)) / daySeconds;
  const readsOfPlatform = reads / platformIds.length;
  const cost = (name: string): number => spend(requests, reads, name, figures);
  return {
    activePeople,
    requests,
    calls,
    sockets: activePeople * assumed.openTabs,
    leads,
    worstLeads,
    accounts,
    readAccounts,
    reads,
    exportsPerHour: exports * 3_600,
    writesPerMinute: exports * writesOfExport * 60,
    notifications: cost('notifications'),
    jobs: cost('jobs'),
    log: cost('log'),
    platformCallsPerDay: Object.fromEntries(
      platformIds.map((id) => [id, readsOfPlatform * daySeconds * figures('costs', `costs.read.calls.${id}`)]),
    ) as Record<PlatformId, number>,
    busiestTikTokCalls: readsOfPlatform * figures('costs', 'costs.read.calls.tiktok.busiest'),
  };
};

const storedOf = (people: number, { readAccounts }: Work, assumed: Assumptions, figures: Figures): Stored => {
  const bytes = (table: string): number => figures('costs', `stored.${table}.bytes`);
  const of = (parts: readonly { rows: number; bytes: number }[]) => ({
    rows: sum(parts.map(({ rows }) => rows)),
    gigabytes: sum(parts.map((part) => part.rows * part.bytes)) / gigabyte,
  });
  const adDays = readAccounts * (firstDays + assumed.daysStored);
  const objects = readAccounts * assumed.objectsEach;
  const months = (firstDays + assumed.daysStored) / daysOfMonth;
  const adsOfDay = figures('costs', 'stored.insight_days.ads');
  return {
    leads: of([
      { rows: people * assumed.connectedShare * assumed.leadsEach * assumed.daysStored, bytes: bytes('leads') },
    ]),
    rows: of([
      {
        rows: readAccounts * assumed.previewedDays,
        bytes: (bytes('insight_days') / adsOfDay) * assumed.adsEach,
      },
    ]),
    ads: of([
      { rows: objects * months, bytes: bytes('ad_totals') },
      { rows: objects * assumed.turnover, bytes: bytes('ad_objects') },
      { rows: adDays * figures('costs', 'stored.ad_days.levels'), bytes: bytes('ad_days') },
      {
        rows: readAccounts * assumed.adsEach * assumed.changedDaysEach * changedDaysKept,
        bytes: bytes('ad_day_reads'),
      },
    ]),
    findings: of([
      {
        rows: (readAccounts * assumed.findingsEach * monthsOfYear * assumed.daysStored) / 365,
        bytes: bytes('findings'),
      },
    ]),
  };
};

const needOf = (work: Work, stored: Stored, assumed: Assumptions, figures: Figures): Need => {
  const coresFor = (part: Part): number =>
    (spend(work.requests, work.reads, part, figures) +
      // The idle load of two processes of each role and their PostgreSQL.
      figures('costs', `costs.idle.${part}`)) /
    1000;
  const busyCores = Object.fromEntries(partNames.map((part) => [part, coresFor(part)])) as Record<Part, number>;
  const atUtilization = (busy: number): number => Math.ceil(busy / assumed.utilization);

  // A read makes many platform calls and occupies a worker slot meanwhile. Accounts of a person are read together.
  const secondsOfRead =
    average(platformIds.map((id) => figures('costs', `costs.read.calls.${id}`))) * assumed.callSeconds;
  const readSlots = (work.reads / assumed.accountsEach) * secondsOfRead;
  const exportSlots = work.requests.export * writesOfExport * assumed.callSeconds;
  const slots = Math.max(readSlots / readInsightsJob.concurrency, exportSlots / exportSheetJob.concurrency);
  const processes = {
    web: Math.max(fewest, atUtilization(busyCores.web)),
    api: Math.max(fewest, atUtilization(busyCores.api)),
    worker: Math.max(fewest, atUtilization(Math.max(busyCores.worker, slots))),
  };
  const processMemoryGb =
    (sum(
      (['web', 'api', 'worker'] as const).map((role) => processes[role] * figures('mixed', `${role}-1.memory.end`)),
    ) +
      (work.sockets * figures('sockets', 'sockets.5000.memoryEach')) / kilobytes) /
    kilobytes;
  const gigabytes = sum(Object.values(stored).map((part) => part.gigabytes));
  const { nginx, web, api, worker, postgres } = busyCores;
  const processCores = atUtilization(nginx + web + api + worker);
  const databaseCores = Math.max(1, atUtilization(postgres));
  const databaseDiskGb = gigabytes * assumed.diskReserve;
  return {
    busyCores,
    processes,
    connections: (processes.api + processes.worker) * connectionsEach,
    processMemoryGb,
    processCores,
    databaseCores,
    databaseMemoryGb: Math.max(1, gigabytes * assumed.hotShare),
    databaseDiskGb,
    machines: Math.ceil(processCores / assumed.machineCores),
    databases: Math.max(
      1,
      Math.ceil(databaseCores / assumed.serverCores),
      Math.ceil(databaseDiskGb / assumed.serverDiskGb),
    ),
  };
};

/** An installation for a number of people, in their busy hours after `daysStored` days. */
export const simulateInstall = (people: number, assumed: Assumptions, figures: Figures): Install => {
  const work = workOf(people, assumed, figures);
  const stored = storedOf(people, work, assumed, figures);
  return { people, work, stored, need: needOf(work, stored, assumed, figures) };
};
