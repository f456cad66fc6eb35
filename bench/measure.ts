import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { percentile, processTree, residentMegabytes, treeMegabytes } from '../scripts/faults/measure.ts';
import type { BenchmarkOptions } from './Benchmark.ts';

type LoadOptions = BenchmarkOptions & { connections: number; headers?: Record<string, string> };

const defaultSeconds = 4;
const quickSeconds = 1;

type PersonsCalls = BenchmarkOptions & { token: string; connections: number; seconds?: number };

const warmUpRequests = 10;

/**
 * Makes sequential calls of a signed-in person on each connection. @returns calls per second, and the milliseconds from the
 * request to the end of the response. @throws if any response is not 200
 */
export const personsCalls = async (
  nextUrl: () => string,
  { isQuick, token, connections, seconds = defaultSeconds }: PersonsCalls,
): Promise<{ rate: number; p95: number }> => {
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
  return { rate: times.length / ((performance.now() - start) / 1000), p95: percentile(times, 0.95) };
};

/** After this time, the garbage of the startup is collected and the first ticks have run. */
const idleMs = 10_000;
const quickIdleMs = 500;

/** Resident memory of a process after some idle seconds. @param measure measures it otherwise */
export const idleMegabytes = async (
  pid: number,
  { isQuick }: BenchmarkOptions,
  measure = residentMegabytes,
): Promise<number> => {
  await sleep(isQuick ? quickIdleMs : idleMs);
  return measure(pid);
};

const sampleEveryMs = 25;

/** Peak memory of a process and its descendants during the next `forMs`. */
export const peakTreeMegabytes = async (pid: number, forMs: number): Promise<number> => {
  const until = performance.now() + forMs;
  let peak = 0;
  while (performance.now() < until) {
    peak = Math.max(peak, await treeMegabytes(pid));
    await sleep(sampleEveryMs);
  }
  return peak;
};

/** Linux counts in hundredths of a second on every machine. */
const ticksPerSecond = 100;

const ownCpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field, the name, may contain spaces and brackets, so the fields are counted from the third, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

/** Processor time of a process and its descendants so far, as Linux reports it. */
const cpuSeconds = async (pid: number): Promise<number> => {
  let sum = 0;
  for (const each of await processTree(pid)) sum += await ownCpuSeconds(each);
  return sum;
};

/**
 * Requests per second of a loopback address, the 99th percentile of their durations, and the server's processor time per
 * request in µs. On a small machine, the load generator takes as much as the server; this value excludes it and varies less.
 * @throws if any response is not 2xx
 */
export const loadServer = async (
  url: string,
  pid: number,
  { isQuick, connections, headers = {} }: LoadOptions,
): Promise<{ rate: number; p99: number; cpu: number }> => {
  const before = await cpuSeconds(pid);
  const duration = isQuick ? quickSeconds : defaultSeconds;
  const { non2xx, errors, requests, latency } = await autocannon({ url, connections, headers, duration });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} requests failed`);
  const cpu = (((await cpuSeconds(pid)) - before) / requests.total) * 1e6;
  return { rate: requests.average, p99: latency.p99, cpu };
};
