import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { endedChildrenSeconds } from '#lab/faults/processorSeconds.ts';
import { withCleanup } from './cleanup.ts';

/**
 * Load from several clients. Each waits for a response before its next request.
 * `generator`: processor cores used by the load generator. It runs on one core, so below 1 it is no bottleneck.
 */
export type Load = { rate: number; p95: number; p99: number; generator: number };

export type LoadOptions = {
  /** All on one origin, requested in turns. */
  urls: readonly [string, ...string[]];
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
};

/** A JSON string is a valid Lua string if it escapes only quotes and backslashes. */
const scriptOf = (urls: readonly string[], headers: LoadOptions['headers']): string => `
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join('\n')}
local requests, turn = {}, 0
function init()
  for _, path in ipairs({${urls.map((url) => JSON.stringify(url.slice(new URL(url).origin.length))).join(', ')}}) do
    table.insert(requests, wrk.format("GET", path))
  end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"p95":%d,"p99":%d,"refused":%d,"failed":%d}\\n', summary.requests,
    summary.duration, latency:percentile(95), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
`;

type Summary = Record<'requests' | 'microseconds' | 'p95' | 'p99' | 'refused' | 'failed', number>;

const requireAnswers = (url: string, { refused, failed }: Pick<Summary, 'refused' | 'failed'>): void => {
  if (refused > 0 || failed > 0) throw new Error(`${url}: ${refused} requests were refused, ${failed} failed`);
};

/** @returns null when wrk is not installed */
const runWrk = ({ urls, headers, connections, seconds }: LoadOptions): Promise<Load | null> =>
  withCleanup(async (cleanup) => {
    const script = join(await cleanup.makeFolder(), 'load.lua');
    await writeFile(script, scriptOf(urls, headers));
    const before = await endedChildrenSeconds();
    const wrk = spawn(
      'wrk',
      [
        '--threads',
        '1',
        '--connections',
        String(connections),
        '--duration',
        `${seconds}s`,
        '--timeout',
        '30s',
        '--script',
        script,
        urls[0],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(wrk, 'close').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    const printed = text(wrk.stdout);
    if ((await ended) === null) return null;
    const summary = (await printed).split('\n').find((line) => line.startsWith('{'));
    if (summary === undefined) throw new Error(`wrk printed no summary: ${await printed}`);
    const result: Summary = JSON.parse(summary);
    requireAnswers(urls[0], result);
    const took = result.microseconds / 1e6;
    return {
      rate: result.requests / took,
      p95: result.p95 / 1000,
      p99: result.p99 / 1000,
      generator: ((await endedChildrenSeconds()) - before) / took,
    };
  });

/** autocannon reports no 95th percentile. Its 97.5th is at least as high. */
const runAutocannon = async ({ urls, headers, connections, seconds }: LoadOptions): Promise<Load> => {
  const before = process.cpuUsage();
  const { non2xx, errors, requests, latency, duration } = await autocannon({
    url: new URL(urls[0]).origin,
    requests: urls.map((url) => ({ method: 'GET', path: url.slice(new URL(url).origin.length) })),
    headers: { ...headers },
    connections,
    duration: seconds,
    workers: Math.min(2, connections),
  });
  requireAnswers(urls[0], { refused: non2xx, failed: errors });
  const { user, system } = process.cpuUsage(before);
  return { rate: requests.average, p95: latency.p97_5, p99: latency.p99, generator: (user + system) / 1e6 / duration };
};

let isWrkMissing = false;

/**
 * Generates load with wrk, which needs a few microseconds per request, or else with autocannon in two threads.
 * @throws if any response is not 2xx
 */
export const makeLoad = async (options: LoadOptions): Promise<Load> => {
  const load = isWrkMissing ? null : await runWrk(options);
  if (load) return load;
  if (!isWrkMissing)
    console.log(
      'wrk is not installed (Debian: apt install wrk). Using autocannon, which needs as much processor time as the servers.',
    );
  isWrkMissing = true;
  return runAutocannon(options);
};
