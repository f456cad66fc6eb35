import { setTimeout as sleep } from 'node:timers/promises';
import { countBy, percentile, residentMegabytes } from '#lab/faults/measure.ts';
import { none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startPooled } from '#lab/faults/startPooled.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import { checkPromised } from './checkPromised.ts';
import { meterParts, partNames } from './meterParts.ts';
import { openBrowsers } from './openBrowsers.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Answered } from './openLoop.ts';
import { prepareTraffic, shareOf } from './prepareTraffic.ts';
import { watchProcesses } from './watchProcesses.ts';

/** Browsers per person. */
const browsersEach = 8;
/** Warms up compiled code and pools before measuring. */
const warmUpSeconds = 10;
const percentiles = [0.5, 0.95, 0.99];

type LoadOptions = { minutes: number; perSecond: number; isPooled: boolean };

/** Fewer than the pools of the four processes together. */
const poolSize = 20;

const describeKind = (name: string, answered: readonly Answered[]): Metric[] => {
  const times = answered.filter(({ kind }) => kind === name).map(({ ms }) => ms);
  return [
    { name: `${name}.requests`, value: times.length, unit: 'requests' },
    ...percentiles.map((share) => ({
      name: `${name}.p${share * 100}`,
      value: percentile(times, share),
      unit: 'ms',
    })),
  ];
};

/** Runs pages, calls, sockets, imports, exports and webhooks at a steady rate on the profile `scale`. */
export const mixedLoad =
  ({ minutes, perSecond, isPooled }: LoadOptions): ScenarioRun =>
  async (context) => {
    const seconds = minutes * 60;
    const scaled = await startScaled(context, isPooled ? (await startPooled(context, { poolSize })).variables : {});
    const idle = await Promise.all(
      scaled.instances.map(async ({ name, product }) => ({
        name: `${name}.memory.idle`,
        value: await residentMegabytes(product.pid),
        unit: 'MB',
      })),
    );
    const named = Math.ceil((seconds + warmUpSeconds) * perSecond * shareOf('webhook')) + 1;
    const { kinds, people, promised } = await prepareTraffic(context, scaled, named);
    const browsers = await openBrowsers(context, scaled.url, people, browsersEach);
    context.log(`${people.length} people, ${people.length * browsersEach} sockets`);
    const warmUp = await runOpenLoop(kinds, { perSecond, seconds: warmUpSeconds });

    const meter = await meterParts(context, scaled);
    const watch = await watchProcesses(scaled.instances);
    const half = sleep((seconds / 2) * 1000).then(() => watch.mark());
    // Awaited below; this avoids unhandledRejection if the load fails first.
    half.catch(() => {});
    const measured = await runOpenLoop(kinds, { perSecond, seconds });
    await half;
    const processes = await watch.stop();
    const { spent } = await meter.read();

    const answered = [...warmUp, ...measured];
    const failed = answered.filter(({ status }) => status !== 200);
    if (failed.length > 0) context.log(countBy(failed, ({ kind, status }) => `${kind} ${status}`));
    const counts = await checkPromised(context, scaled.sandbox, promised, ({ userId }) => browsers.get(userId) ?? []);
    const cut = [...browsers.values()].flat().filter(({ socket }) => !socket.connected).length;
    return {
      ...counts,
      metrics: [
        { name: 'requests', value: measured.length, unit: 'requests' },
        { name: 'seconds', value: seconds, unit: 's' },
        none('errors', failed.length, 'requests'),
        ...kinds.flatMap(({ name }) => describeKind(name, measured)),
        { name: 'exports', value: promised.exporters.flatMap(({ exports }) => exports).length, unit: 'exports' },
        { name: 'leadsNamed', value: promised.leadIds.length, unit: 'leads' },
        { name: 'sockets', value: people.length * browsersEach, unit: 'sockets' },
        none('socketsCut', cut, 'sockets'),
        ...partNames.map((part) => ({ name: `cores.${part}`, value: spent[part] / seconds, unit: 'cores' })),
        ...idle,
        ...processes,
      ],
    };
  };
