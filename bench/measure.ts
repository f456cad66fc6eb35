import autocannon from 'autocannon';

const connections = 50;
const durationSeconds = 4;

/** Requests a second that a loopback address serves to 50 connections. @throws when any answer is not 2xx */
export const requestsPerSecond = async (url: string): Promise<number> => {
  const result = await autocannon({ url, connections, duration: durationSeconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  return result.requests.average;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const warmUpRequests = 10;
const measuredMs = 4_000;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/**
 * Milliseconds from request to the end of the answer, of a signed-in person's calls one after another on each connection.
 * @throws when any answer is not 200
 */
export const latencies = async (
  nextUrl: () => string,
  { token, connections: side }: { token: string; connections: number },
): Promise<{ p50: number; p95: number; p99: number }> => {
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
  const until = performance.now() + measuredMs;
  const work = async (): Promise<void> => {
    while (performance.now() < until) times.push(await ask());
  };
  await Promise.all(Array.from({ length: side }, work));
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) };
};
