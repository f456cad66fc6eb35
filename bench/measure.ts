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
