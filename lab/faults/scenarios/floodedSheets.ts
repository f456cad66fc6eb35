import * as z from 'zod';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { registerPerson } from '#testing/people.ts';
import { putSheet, readControl } from '#testing/sandbox/sandboxControl.ts';
import { startProduct } from '#testing/startProduct.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { hangMs } from '#lab/faults/hangMs.ts';
import { countBy, median, percentile } from '#lab/faults/measure.ts';
import { atLeast, atMost, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';

/** A read of a private sheet. */
type Read = { status: number; ms: number };
type Reader = () => Promise<Read>;

/** The most concurrent reads that the product allows each person. */
const readsAtOnce = 2;
/** The interval between two turns of the service account. */
const turnMs = 1_500;
/** A read takes two calls, and a workspace may make eight calls without waiting. */
const readsWithoutWait = 4;
const readsOfOther = 3;
const others = { full: 6, short: 1 };
const shareOfFlood = 0.5;
/** Time for three turns: one for each of two calls, and one that was reserved before. */
const withinSeconds = (3 * turnMs) / 1_000 + 1;

/** An install with one service account. */
const startInstall = async (context: ScenarioContext) => {
  const sandbox = await context.startSandbox();
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  let sheets = 0;

  /** A new workspace with a private sheet. */
  const addReader = async (): Promise<Reader> => {
    const person = await registerPerson(product);
    sheets += 1;
    const rows = [['Name'], ['Ada Example']];
    const url = await putSheet(sandbox, `${sheets}-private-`.padEnd(44, 'p'), { rows, shared: 'service-account' });
    return async () => {
      const begunAt = performance.now();
      const { status } = await person.request(fetchGoogleSheet, { query: { url } });
      return { status, ms: performance.now() - begunAt };
    };
  };

  return {
    addReader,
    /** Starts workspaces that read all the time. */
    flood: async (workspaces: number) => {
      const readers = await Promise.all(Array.from({ length: workspaces }, addReader));
      const reads: Read[] = [];
      let answeredAt = performance.now();
      const over = new AbortController();
      const readOn = async (read: Reader): Promise<void> => {
        for (; !over.signal.aborted; answeredAt = performance.now()) reads.push(await read());
      };
      const reading = readers.flatMap((read) => Array.from({ length: readsAtOnce }, () => readOn(read)));
      return {
        reads,
        /** Whether the last response is older than one turn. */
        isWaiting: () => performance.now() - answeredAt > turnMs,
        stop: async (): Promise<void> => {
          over.abort();
          await Promise.all(reading);
        },
      };
    },
    /** Stops the install. @returns the number of calls that Google refused */
    stop: async (): Promise<number> => {
      await product.end('SIGTERM');
      const { calls } = z
        .object({ calls: z.array(z.object({ status: z.number() })) })
        .parse(await readControl(sandbox, '/calls'));
      return calls.filter(({ status }) => status === 429).length;
    },
  };
};

const inTurn = async (readers: readonly Reader[]): Promise<Read[]> => {
  const reads: Read[] = [];
  for (const read of readers) reads.push(await read());
  return reads;
};

const p95 = (reads: readonly Read[]): number =>
  percentile(
    reads.map(({ ms }) => ms),
    0.95,
  );
const failed = (reads: readonly Read[]): number => reads.filter(({ status }) => status !== 200).length;

/** One workspace reads all the time. Another workspace immediately gets the turns that the first may not use. */
const floodOfOne = async (context: ScenarioContext): Promise<Metric[]> => {
  const install = await startInstall(context);
  const other = await install.addReader();
  const calm = await other();
  const flood = await install.flood(1);
  const hasTurnsNoMore = (): boolean => flood.reads.length >= readsWithoutWait && flood.isWaiting();
  await waitUntil(hasTurnsNoMore, { timeoutMs: hangMs, what: 'a read that waits for its turn' });
  const meanwhile = await inTurn(Array.from({ length: readsOfOther }, () => other));
  await flood.stop();
  context.log(`one workspace floods: ${countBy(flood.reads, ({ status }) => String(status))}`);
  const ofFlood = median(flood.reads.slice(readsWithoutWait).map(({ ms }) => ms));
  return [
    none("one flood: another workspace's reads that failed", failed([calm, ...meanwhile]), 'reads'),
    atMost("one flood: another workspace's read, p95", p95(meanwhile) / ofFlood, shareOfFlood, 'of one that waits'),
    { name: "one flood: another workspace's read, p95", value: p95(meanwhile), unit: 'ms' },
    { name: 'one flood: a calm read', value: calm.ms, unit: 'ms' },
    { name: 'one flood: a read of the flood that waits', value: ofFlood, unit: 'ms' },
    none('one flood: calls that Google refused', await install.stop(), 'calls'),
  ];
};

/** Eight workspaces read all the time and use up the rate limit. Workspaces with fewer reads have to go first. */
const floodOfEight = async (context: ScenarioContext): Promise<Metric[]> => {
  const install = await startInstall(context);
  const readers = await Promise.all(
    Array.from({ length: others[context.isShort ? 'short' : 'full'] }, install.addReader),
  );
  const flood = await install.flood(8);
  const refused = (): Read[] => flood.reads.filter(({ status }) => status === 429);
  await waitUntil(() => refused().length > 0, { timeoutMs: hangMs, what: 'a refused read' });
  const meanwhile = await inTurn(readers);
  await flood.stop();
  context.log(`eight workspaces flood: ${countBy(flood.reads, ({ status }) => String(status))}`);
  return [
    none("eight floods: other workspaces' reads that failed", failed(meanwhile), 'reads'),
    atMost("eight floods: another workspace's read, p95", p95(meanwhile) / 1_000, withinSeconds, 's'),
    atLeast('eight floods: refused reads of the floods', refused().length, 1, 'reads'),
    none(
      'eight floods: reads of the floods that failed',
      flood.reads.filter(({ status }) => status !== 200 && status !== 429).length,
      'reads',
    ),
    none('eight floods: calls that Google refused', await install.stop(), 'calls'),
  ];
};

/** Workspaces flood one service account with reads of private sheets. Reads of other workspaces have to continue. */
export const floodedSheets: ScenarioRun = async (context) => ({
  metrics: (await Promise.all([floodOfOne(context), floodOfEight(context)])).flat(),
});
