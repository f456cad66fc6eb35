import { setTimeout as sleep } from 'node:timers/promises';
import { postControl } from '#testing/sandbox/sandboxControl.ts';
import { registerPerson } from '#testing/people.ts';
import { now } from '#testing/startProduct.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { checkPromised } from '#lab/load/checkPromised.ts';
import { openBrowsers } from '#lab/load/openBrowsers.ts';
import { runOpenLoop } from '#lab/load/openLoop.ts';
import type { Answered } from '#lab/load/openLoop.ts';
import { prepareTraffic } from '#lab/load/prepareTraffic.ts';
import { findClusterPrograms } from '#lab/faults/cluster/findClusterPrograms.ts';
import { startCluster } from '#lab/faults/cluster/startCluster.ts';
import type { Cluster, ClusterNode } from '#lab/faults/cluster/startCluster.ts';
import { addUp, compare } from '#lab/faults/compare.ts';
import { buildRows, listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { prepareWriteAttempts, tryWrites } from '#lab/faults/failover/tryWrites.ts';
import { readLeadEvents, works } from '#lab/faults/failover/works.ts';
import type { Work } from '#lab/faults/failover/works.ts';
import { keepSaving } from '#lab/faults/load.ts';
import { countBy, worst } from '#lab/faults/measure.ts';
import { atLeast, atMost, holds, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const crowd = { readers: 4, exporters: 3, lookers: 1, leadOwners: 2 };
const perSecond = 20;
/** Longer than the load and the faults take. */
const longestSeconds = 1_800;
const namedLeads = 200;
const backWithinSeconds = 30;
const browsersEach = 2;
const settleMs = 2_000;

type Place = { primary: ClusterNode; standby: ClusterNode };

type Fault = {
  name: string;
  /** Injects the fault. */
  harm: (place: Place, cluster: Cluster) => Promise<void>;
  /** Ends the fault once calls can succeed again. */
  mend: (place: Place) => Promise<void>;
  /** The fault hits the standby, and the primary continues alone. */
  isOfStandby?: true;
  work?: Work;
};

type Window = { name: string; from: number; overSeconds: number; redundantSeconds: number };

const killMachine: Pick<Fault, 'harm' | 'mend'> = {
  harm: ({ primary }) => primary.kill(),
  mend: async ({ primary }) => primary.start(),
};
const killPostgres: Fault = {
  name: 'kill of PostgreSQL alone',
  harm: ({ primary }) => primary.killPostgres(),
  mend: async () => {},
};
const freeze: Fault = {
  name: 'freeze',
  harm: ({ primary }) => primary.freeze(),
  // Thaws at the worst time, when both nodes may consider themselves the primary.
  mend: ({ primary }) => primary.thaw(),
};
const cut: Fault = {
  name: 'cut',
  harm: async ({ primary }) => primary.cut(),
  mend: async ({ primary }) => primary.heal(),
};
const freezeStandby: Fault = {
  name: 'freeze of the standby',
  isOfStandby: true,
  harm: ({ standby }) => standby.freeze(),
  mend: ({ standby }) => standby.thaw(),
};
const switchOver: Fault = {
  name: 'switchover',
  harm: (_place, cluster) => cluster.switchOver(),
  mend: async () => {},
};

/** Plans one kill of the primary halfway through each kind of work, then the other faults. */
const planFaults = (prepared: readonly Work[], { runs, isShort }: ScenarioContext): Fault[] => {
  const kills = Array.from({ length: runs }, (_, index): Fault => {
    const work = prepared[index];
    return work ? { name: `kill during ${work.name}`, work, ...killMachine } : killPostgres;
  });
  return isShort ? [...kills, freeze] : [...kills, freeze, cut, freezeStandby, switchOver];
};

/** Kills, freezes and cuts off the primary database server under load. The standby has to take over. */
export const failover: ScenarioRun = async (context) => {
  const programs = await findClusterPrograms();
  if ('missing' in programs) return { metrics: [], skipped: `missing packages: ${programs.missing.join(', ')}` };
  const startedAt = now();
  const cluster = await startCluster(context, programs);
  await prepareWriteAttempts(cluster);
  const scaled = await startScaled(context, {
    DATABASE_URL: cluster.url,
    // Prevents reads of all forms, because these would hide leads lost by webhooks.
    RECONCILE_INTERVAL_SECONDS: '86400',
  });
  const { sandbox, url } = scaled;
  // Another scenario covers Google's write quota.
  await postControl(sandbox, '/google/quota', { readsPerMinute: 100_000, writesPerMinute: 100_000 });
  const prepared: Work[] = [];
  for (const prepare of works.slice(0, context.runs)) prepared.push(await prepare(context, scaled));
  const { kinds, people, promised } = await prepareTraffic(context, scaled, namedLeads, crowd);
  const browsers = await openBrowsers(context, url, people, browsersEach);
  const sockets = [...browsers.values(), ...prepared.map((work) => work.browsers)].flat().map(({ socket }) => socket);
  const areConnected = (): boolean => sockets.every(({ connected }) => connected);
  await waitUntil(areConnected, { timeoutMs: hangMs, what: 'the sockets' });
  const saver = await registerPerson({ apiUrl: url });
  const pids = scaled.instances.map(({ product }) => product.pid);

  context.log(`prepared after ${((now() - startedAt) / 1000).toFixed(1)} s`);
  const over = new AbortController();
  const loading = runOpenLoop(kinds, { perSecond, seconds: longestSeconds, signal: over.signal });
  // Awaited below; this avoids unhandledRejection if a fault fails first.
  loading.catch(() => {});
  context.onEnd(async () => over.abort());
  const saving = keepSaving(saver, buildRows(200_000), { pauseMs: 50, pauseAfterFailureMs: 200, repeats: true });
  context.onEnd(() => saving.stop());

  const windows: Window[] = [];
  const takenByFormer: string[] = [];
  const finished: number[] = [];
  for (const { name, harm, mend, isOfStandby = false, work } of planFaults(prepared, context)) {
    const place = await cluster.awaitRedundancy();
    await sleep(settleMs);
    await work?.begin();
    const from = now();
    const seconds = (): number => (now() - from) / 1000;
    await harm(place, cluster);
    const attempts = isOfStandby ? null : tryWrites(place.primary);
    const isOver = isOfStandby
      ? () => saving.saves.some(({ at, status }) => at > from && status === 200)
      : () => place.standby.isPrimary();
    await waitUntil(isOver, { timeoutMs: hangMs, everyMs: 50, what: `the end of: ${name}` });
    const overSeconds = seconds();
    await mend(place);
    const [redundantSeconds] = await Promise.all([
      cluster.awaitRedundancy().then(seconds),
      work?.finish().then(() => finished.push(seconds())),
    ]);
    if (attempts) takenByFormer.push(...(await attempts.stop()));
    windows.push({ name, from, overSeconds, redundantSeconds });
    context.log(`${name}: over after ${overSeconds.toFixed(1)} s, redundant after ${redundantSeconds.toFixed(1)} s`);
  }
  await sleep(settleMs);
  over.abort();
  const answered = (await loading).filter(({ kind }) => kind !== 'page');
  await saving.stop();

  const saves = saving.saves.map((save): Answered => ({ kind: 'save', ...save }));
  const failures = [...answered, ...saves].filter(({ status }) => status !== 200);
  context.log(`failed: ${countBy(failures, ({ kind, status }) => `${kind} ${status}`)}`);
  const outages = windows.map(({ name, from, overSeconds }, index) => {
    const until = windows[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    // A failure that ends after the next fault counts toward that fault.
    const ends = failures.map(({ at, ms }) => at + ms).filter((end) => end > from && end < until);
    return { name, seconds: worst([overSeconds, ...ends.map((end) => (end - from) / 1000)]) };
  });
  await waitUntil(areConnected, { timeoutMs: hangMs, what: 'the sockets' }).catch((error: unknown) =>
    context.log(String(error)),
  );
  const events = compare(promised.leadIds, await readLeadEvents(cluster.url));
  const saved = compare(
    saving.acknowledged,
    (await listAllCustomLeads(saver)).map(({ id }) => id),
  );
  const written = await cluster.administer((client) => client.query<{ id: string }>('select id from write_attempts'));
  const attempts = compare(
    takenByFormer,
    written.rows.map(({ id }) => id),
  );
  const counts = [{ lost: events.lost, doubled: 0 }, saved, attempts];
  for (const work of prepared) {
    const checked = await work.check();
    context.log(`${work.name}: ${JSON.stringify(checked)}`);
    counts.push(checked);
  }
  counts.push(await checkPromised(context, sandbox, promised, ({ userId }) => browsers.get(userId) ?? []));
  const isRestarted = scaled.instances.some(
    ({ product }, index) => product.pid !== pids[index] || !product.isRunning(),
  );
  return {
    ...addUp(counts),
    metrics: [
      ...outages.map(({ name, seconds }): Metric =>
        atMost(`${name}: calls work again after`, seconds, backWithinSeconds, 's'),
      ),
      ...windows.flatMap(({ name, overSeconds, redundantSeconds }): Metric[] => [
        { name: `${name}: a primary after`, value: overSeconds, unit: 's' },
        { name: `${name}: two servers again after`, value: redundantSeconds, unit: 's' },
      ]),
      { name: 'interrupted work done after', value: worst(finished), unit: 's' },
      { name: 'acknowledged saves', value: saving.acknowledged.length, unit: 'leads' },
      { name: 'requests', value: answered.length, unit: 'requests' },
      { name: 'failed of them', value: failures.length, unit: 'requests' },
      none('failed with another status than 503', failures.filter(({ status }) => status !== 503).length, 'requests'),
      none('writes that a former primary acknowledged', takenByFormer.length, 'writes'),
      holds('no process was restarted', !isRestarted),
      none('sockets that stayed away', sockets.filter(({ connected }) => !connected).length, 'sockets'),
      atLeast('exports meanwhile', promised.exporters.flatMap(({ exports }) => exports).length, 1, 'exports'),
    ],
  };
};
