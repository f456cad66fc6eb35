import { residentMegabytes } from '#lab/faults/measure.ts';
import { atMost } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import { now } from '#testing/startProduct.ts';
import type { Instance } from '#lab/faults/startScaled.ts';

/** Limits of a process: the 99th percentile of its event loop delay, and the growth of its memory. */
const goals = { eventLoopMs: 50, growthPercent: 10 };
const sampleEveryMs = 500;

type Memory = { at: number; megabytes: number };
type Reading = { eventLoopMs: number; heapMegabytes: number; handles: number };

/** Reads the metrics of a process. The event loop delay covers the time since the last read, and includes its 10 ms interval. */
const readMetrics = async ({ role, site }: Instance): Promise<Reading> => {
  const response = await fetch(`${role === 'web' ? site.url : site.apiUrl}/metrics`);
  if (!response.ok) throw new Error(`/metrics of ${role} answered ${response.status}`);
  const text = await response.text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    eventLoopMs: read('nodejs_eventloop_lag_p99_seconds') * 1000,
    heapMegabytes: read('nodejs_heap_size_used_bytes') / 1024 / 1024,
    handles: read('nodejs_active_handles_total'),
  };
};

/** Growth of a series in percent of its mean, along its regression line. */
export const growthPercent = (series: readonly Memory[]): number => {
  const mean = (of: (memory: Memory) => number): number =>
    series.reduce((sum, memory) => sum + of(memory), 0) / series.length;
  const [at, megabytes] = [mean((memory) => memory.at), mean((memory) => memory.megabytes)];
  const covariance = mean((memory) => (memory.at - at) * (memory.megabytes - megabytes));
  const variance = mean((memory) => (memory.at - at) ** 2);
  const span = (series.at(-1)?.at ?? 0) - (series[0]?.at ?? 0);
  return (((covariance / variance) * span) / megabytes) * 100;
};

export type Watch = {
  /** Starts a new window of the event loop's metrics. */
  mark(): Promise<void>;
  stop(): Promise<Metric[]>;
};

/** Samples memory, heap, handles and event loop of processes. */
export const watchProcesses = async (instances: readonly Instance[]): Promise<Watch> => {
  const watched = instances.map((instance) => ({ instance, memory: [] as Memory[], readings: [] as Reading[] }));
  const mark = async (): Promise<void> => {
    for (const { instance, readings } of watched) readings.push(await readMetrics(instance));
  };
  const sample = async (): Promise<void> => {
    for (const { instance, memory } of watched)
      memory.push({ at: now(), megabytes: await residentMegabytes(instance.product.pid) });
  };
  // Discards the first read, which covers the time before this.
  await mark();
  await sample();
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(sample);
    // `stop` reports it; this avoids unhandledRejection.
    sampling.catch(() => {});
  }, sampleEveryMs);
  // A failed run never calls `stop`.
  timer.unref();
  const describe = ({ instance: { name }, memory, readings }: (typeof watched)[number]): Metric[] => {
    const [first, ...windows] = readings;
    const last = windows.at(-1);
    const memoryNow = (place: number): number => memory.at(place)?.megabytes ?? Number.NaN;
    return [
      atMost(`${name}.eventLoop.p99`, Math.max(...windows.map((each) => each.eventLoopMs)), goals.eventLoopMs, 'ms'),
      { name: `${name}.memory.begin`, value: memoryNow(0), unit: 'MB' },
      { name: `${name}.memory.middle`, value: memoryNow(Math.floor(memory.length / 2)), unit: 'MB' },
      { name: `${name}.memory.end`, value: memoryNow(-1), unit: 'MB' },
      atMost(
        `${name}.memory.growthOfSecondHalf`,
        growthPercent(memory.slice(Math.floor(memory.length / 2))),
        goals.growthPercent,
        '%',
      ),
      { name: `${name}.heap.begin`, value: first?.heapMegabytes ?? Number.NaN, unit: 'MB' },
      { name: `${name}.heap.end`, value: last?.heapMegabytes ?? Number.NaN, unit: 'MB' },
      { name: `${name}.handles.begin`, value: first?.handles ?? Number.NaN, unit: 'handles' },
      { name: `${name}.handles.end`, value: last?.handles ?? Number.NaN, unit: 'handles' },
    ];
  };
  return {
    mark,
    stop: async () => {
      clearInterval(timer);
      await sampling;
      await mark();
      return watched.flatMap(describe);
    },
  };
};
