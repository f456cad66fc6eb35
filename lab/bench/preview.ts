import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { clearFaults, orderFaults, postControl } from '#testing/sandbox/sandboxControl.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { listProviderCalls } from '#lab/faults/providerCalls.ts';
import { previewOf } from '#lab/load/previewOf.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const callMs = 200;
const accountCount = { full: 10, quick: 4 } as const;
/** The sandbox repeats its sample person's two or three accounts per platform this often. */
const scale = 5;
const days = 90;
/** Target, as a multiple of the slowest account's time. */
const longestRatio: Record<PlatformId, number> = { google: 1.2, facebook: 1.3, tiktok: 1.3 };

const range = () => {
  const until = addDays(utcDay(new Date()), -1);
  return { since: addDays(until, 1 - days), until };
};

const readPreview = async (person: Person, platform: PlatformId, ids: string[]): Promise<void> => {
  const { since, until } = range();
  const { endpoint, body } = previewOf[platform](ids, since, until);
  const answer = await person.request(endpoint, { body });
  if (answer.status !== 200) throw new Error(`The preview was refused: ${answer.status} ${answer.body.message}`);
};

type Sites = { sandbox: SandboxSite; api: Shipped };

/** Registers a person without stored reports. @returns the person and their accounts */
const newcomer = async (
  { api }: Sites,
  platform: PlatformId,
  count: number,
): Promise<{ person: Person; ids: string[] }> => {
  const person = await registerPerson(api, platform);
  const { body } = await person.request(listAdAccounts[platform]);
  const ids = body.accounts.slice(0, count).map(({ id }) => id);
  if (ids.length < count) throw new Error(`${platform} has ${ids.length} accounts`);
  return { person, ids };
};

/** Measures the milliseconds of one call and its calls to the platform. */
const timed = async (
  { sandbox }: Sites,
  platform: PlatformId,
  work: () => Promise<void>,
): Promise<{ ms: number; calls: number }> => {
  await orderFaults(sandbox, { provider: platform, kind: 'slow', delayMs: callMs, count: 10_000 });
  const before = (await listProviderCalls(sandbox, platform)).length;
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const calls = (await listProviderCalls(sandbox, platform)).length - before;
  await clearFaults(sandbox);
  return { ms, calls };
};

const comparePlatform = async (
  sites: Sites,
  platform: PlatformId,
  { isQuick }: BenchmarkOptions,
): Promise<Metric[]> => {
  const count = isQuick ? accountCount.quick : accountCount.full;
  let calls = 0;
  const compared = await compare({
    isQuick,
    subject: async () => {
      const { person, ids } = await newcomer(sites, platform, count);
      const all = await timed(sites, platform, () => readPreview(person, platform, ids));
      ({ calls } = all);
      return { ms: all.ms };
    },
    reference: async () => {
      const { person, ids } = await newcomer(sites, platform, count);
      let slowest = 0;
      for (const id of ids)
        slowest = Math.max(slowest, (await timed(sites, platform, () => readPreview(person, platform, [id]))).ms);
      return { ms: slowest };
    },
  });
  return [
    ...comparedMetrics(
      compared.of('ms'),
      [`preview.${platform}.all`, `preview.${platform}.slowestAlone`, `preview.${platform}.ratio`],
      'ms',
      { atMost: longestRatio[platform] },
    ),
    { name: `preview.${platform}.calls`, value: calls, unit: 'calls' },
  ];
};

/**
 * The Preview of ten accounts over 90 days without stored reports, while each platform call takes 200 ms. The reference is
 * the slowest account alone. Ten accounts take little longer, because the server reads accounts concurrently.
 */
export const preview = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const sandbox = await cleanup.use(startSandbox());
    await postControl(sandbox, '/reset', { scale });
    const postgres = await cleanup.use(startPostgres());
    // Without a worker, the product reads nothing in advance. Production mode requires https for platforms.
    const env = { ...sandbox.environment, NODE_ENV: 'development' };
    const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url, env }));
    const metrics: Metric[] = [];
    for (const platform of platformIds) metrics.push(...(await comparePlatform({ sandbox, api }, platform, options)));
    return metrics;
  });
