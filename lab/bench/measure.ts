import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes, treeMegabytes } from '#lab/faults/measure.ts';
import { processorSeconds } from '#lab/faults/processorSeconds.ts';
import type { BenchmarkOptions } from './Benchmark.ts';
import { makeLoad } from './load.ts';
import type { Load } from './load.ts';

const defaultSeconds = 4;
const quickSeconds = 1;

type PersonsCalls = BenchmarkOptions & { token: string; connections: number; seconds?: number };

const warmUpRequests = 10;

/**
 * Each connection calls the URLs in turns as a signed-in person.
 * @throws if any response is not 200
 */
export const personsCalls = async (
  urls: readonly string[],
  { isQuick, token, connections, seconds = defaultSeconds }: PersonsCalls,
): Promise<Load> => {
  const [first, ...others] = urls;
  if (first === undefined) throw new Error('There is no URL to call');
  const headers = { authorization: `Bearer ${token}` };
  for (let request = 0; request < warmUpRequests; request += 1) {
    const url = urls[request % urls.length] ?? first;
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  }
  return makeLoad({ urls: [first, ...others], headers, connections, seconds: isQuick ? quickSeconds : seconds });
};

/** By then, the startup garbage is collected and the first ticks have run. */
const idleMs = 10_000;
const quickIdleMs = 500;

/** Resident memory of a process after some idle seconds. @param measure replaces the default measurement */
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

type ServerLoad = BenchmarkOptions & { connections: number; headers?: Record<string, string> };

/** Puts load on one URL. Also measures the server's processor time per request in µs, the most stable metric. */
export const loadServer = async (
  url: string,
  pid: number,
  { isQuick, connections, headers = {} }: ServerLoad,
): Promise<Load & { cpu: number }> => {
  const before = await processorSeconds(pid);
  const seconds = isQuick ? quickSeconds : defaultSeconds;
  const load = await makeLoad({ urls: [url], connections, headers, seconds });
  return { ...load, cpu: (((await processorSeconds(pid)) - before) / (load.rate * seconds)) * 1e6 };
};
