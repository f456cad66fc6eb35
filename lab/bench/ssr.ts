import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNginx } from '#testing/nginx/startNginx.ts';
import { ask } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { loadServer } from './measure.ts';
import { startBare } from './startBare.ts';
import { startFileServer } from './startFileServer.ts';
import { startShipped } from './startShipped.ts';

const connections = 50;
const accepted = { 'accept-encoding': 'br' };

/** Headers that every server sets itself per connection or response. */
const perAnswer = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length', 'server']);

const lastingHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !perAnswer.has(name) ? [[name, value]] : [],
    ),
  );

/**
 * Serves the landing page, compressed with Brotli, to 50 connections.
 *
 * - The web role alone. The reference is `node:http` with the same bytes and headers: at least 0.5 times as many requests
 *   per second, and at most twice the processor time of each. The processor time depends less on the machine.
 * - The project's nginx in front of it. The reference is the same nginx with the same bytes in a file: at least 0.9 times.
 */
export const ssr = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    // Runs without an API, because the page needs none.
    const web = await cleanup.use(startShipped({ roles: 'web', env: { API_URL: 'http://127.0.0.1:9' } }));
    const page = await ask(web.url, '/', { headers: accepted });
    if (page.status !== 200) throw new Error(`The landing page answered ${page.status}`);
    const headers = lastingHeaders(page);

    const bare = await cleanup.use(startBare('fixedPage.ts', { body: page.body, headers }));
    const measure = (url: string, pid: number) => () =>
      loadServer(url, pid, { isQuick, connections, headers: accepted });
    // Two seconds after its start, the process collects garbage and drops compiled code. This load lasts longer.
    await loadServer(`${web.url}/`, web.pid, { isQuick: false, connections, headers: accepted });
    const alone = await compare({
      isQuick,
      subject: measure(`${web.url}/`, web.pid),
      reference: measure(`${bare.url}/`, bare.pid),
    });

    const folder = await cleanup.makeFolder();
    const nginx = await startNginx({ folder, web: [new URL(web.url).host], limits: 'none' });
    cleanup.add(() => nginx.end());
    const files = await startFileServer(cleanup, { body: page.body, headers });
    const nginxPid = Number(await readFile(join(folder, 'nginx.pid'), 'utf8'));
    const edgeUrl = nginx.url.replace('localhost', '127.0.0.1');
    const edge = await compare({
      isQuick,
      subject: measure(`${edgeUrl}/`, nginxPid),
      reference: measure(files.url, files.pid),
    });

    return [
      ...comparedMetrics(alone.of('rate'), ['ssr.web', 'ssr.bareNode', 'ssr.web.ratio'], 'requests/s', {
        atLeast: 0.5,
      }),
      { name: 'ssr.web.p99', value: alone.of('p99').subject.median, unit: 'ms' },
      ...comparedMetrics(alone.of('cpu'), ['ssr.web.cpu', 'ssr.bareNode.cpu', 'ssr.web.cpuRatio'], 'µs/request', {
        atMost: 2,
      }),
      ...comparedMetrics(edge.of('rate'), ['ssr.edge', 'ssr.bareNginx', 'ssr.edge.ratio'], 'requests/s', {
        atLeast: 0.9,
      }),
      ...comparedMetrics(edge.of('cpu'), ['ssr.edge.cpu', 'ssr.bareNginx.cpu', 'ssr.edge.cpuRatio'], 'µs/request'),
    ];
  });
