import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { percentile, processTree, residentMegabytes, treeMegabytes } from '../scripts/faults/measure.ts';
import type { BenchmarkOptions } from './Benchmark.ts';

export type LoadOptions = BenchmarkOptions & {
  connections: number;
  headers?: Record<string, string>;
  /** Asked for in turns instead of the address itself, e.g. `/api/leads?page=2`. */
  paths?: readonly string[];
  seconds?: number;
};

const defaultSeconds = 4;
const quickSeconds = 1;

/** Requests a second that a loopback address serves, and how long they take. @throws when any answer is not 2xx */
const load = async (
  url: string,
  { isQuick, connections, headers = {}, paths, seconds = defaultSeconds }: LoadOptions,
): Promise<{ rate: number; requests: number; p50: number; p99: number }> => {
  const result = await autocannon({
    url,
    connections,
    headers,
    duration: isQuick ? quickSeconds : seconds,
    ...(paths === undefined ? {} : { requests: paths.map((path) => ({ path })) }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  const { requests, latency } = result;
  return { rate: requests.average, requests: requests.total, p50: latency.p50, p99: latency.p99 };
};

export type PersonsCalls = BenchmarkOptions & { token: string; connections: number; seconds?: number };

const warmUpRequests = 10;

/**
 * Calls of a signed-in person one after another on each connection: how many a second, and the milliseconds from request to
 * the end of the answer. @throws when any answer is not 200
 */
export const personsCalls = async (
  nextUrl: () => string,
  { isQuick, token, connections, seconds = defaultSeconds }: PersonsCalls,
): Promise<{ rate: number; p50: number; p95: number; p99: number }> => {
  const ask = async (): Promise<number> => {
    const url = nextUrl();
    const start = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
    return performance.now() - start;
  };
  for (let request = 0; request < warmUpRequests; request += 1) await ask();
  const times: number[] = [];
  const start = performance.now();
  const until = start + (isQuick ? quickSeconds : seconds) * 1000;
  const work = async (): Promise<void> => {
    while (performance.now() < until) times.push(await ask());
  };
  await Promise.all(Array.from({ length: connections }, work));
  const rate = times.length / ((performance.now() - start) / 1000);
  return { rate, p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
};

/** After this the garbage of the start is collected, and the first ticks of the clock have run. */
const idleMs = 10_000;
const quickIdleMs = 500;

/** Resident memory of a process after some seconds in which nobody has asked it for anything. */
export const idleMegabytes = async (pid: number, { isQuick }: BenchmarkOptions): Promise<number> => {
  await sleep(isQuick ? quickIdleMs : idleMs);
  return residentMegabytes(pid);
};

/** Memory of a process and everything that it has started, after the same rest. Shared memory counts once. */
export const idleTreeMegabytes = async (pid: number, { isQuick }: BenchmarkOptions): Promise<number> => {
  await sleep(isQuick ? quickIdleMs : idleMs);
  return treeMegabytes(pid);
};

const sampleEveryMs = 25;

/** The most memory that a process and everything that it has started have together in the next `forMs`. */
export const peakTreeMegabytes = async (pid: number, forMs: number): Promise<number> => {
  const until = performance.now() + forMs;
  let peak = 0;
  while (performance.now() < until) {
    peak = Math.max(peak, await treeMegabytes(pid));
    await sleep(sampleEveryMs);
  }
  return peak;
};

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

const ownCpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold spaces and brackets; the fields after it are counted from the state, the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

/** Processor time that a process and those it has started have taken so far, as Linux tells it. */
const cpuSeconds = async (pid: number): Promise<number> => {
  let sum = 0;
  for (const each of await processTree(pid)) sum += await ownCpuSeconds(each);
  return sum;
};

/**
 * `load`, and what of the processor a request takes in the server, in µs. On a small machine the generator takes as much of
 * it as the server does; this tells them apart, and wavers less.
 */
export const loadServer = async (
  url: string,
  pid: number,
  options: LoadOptions,
): Promise<{ rate: number; p50: number; p99: number; cpu: number }> => {
  const before = await cpuSeconds(pid);
  const { requests, ...measured } = await load(url, options);
  return { ...measured, cpu: (((await cpuSeconds(pid)) - before) / requests) * 1e6 };
};
