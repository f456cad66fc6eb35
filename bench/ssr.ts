import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '#testing/nginx/startNginx.ts';
import { askRaw } from './askRaw.ts';
import type { RawAnswer } from './askRaw.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { loadServer } from './measure.ts';
import { peers } from './peers.ts';
import { startBare } from './startBare.ts';
import { startFileServer } from './startFileServer.ts';
import { startShipped } from './startShipped.ts';

const connections = 50;
const accepted = { 'accept-encoding': 'br' };

/** Headers that every server sets itself per connection or response. */
const perAnswer = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length', 'server']);

const lastingHeaders = ({ headers }: RawAnswer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !perAnswer.has(name) ? [[name, value]] : [],
    ),
  );

/**
 * The landing page, compressed with Brotli, to 50 connections.
 *
 * - The web role alone. The reference is bare Express with the same bytes and headers: at least 0.8 times as many requests
 *   per second.
 * - The project's nginx in front of it. The reference is the same nginx with the same bytes in a file: at least 0.9 times.
 */
export const ssr = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    // No API is started, because no page needs it.
    const web = await startShipped({ roles: 'web', env: { API_URL: 'http://127.0.0.1:9' } });
    cleanup.add(() => web.stop());
    const page = await askRaw(`${web.url}/`, accepted);
    const headers = lastingHeaders(page);

    const express = await startBare('expressPage.ts', { body: page.body, headers });
    cleanup.add(() => express.stop());
    const measure = (url: string, pid: number) => () =>
      loadServer(url, pid, { isQuick, connections, headers: accepted });
    const alone = await compare({
      isQuick,
      subject: measure(`${web.url}/`, web.pid),
      reference: measure(`${express.url}/`, express.pid),
    });

    const folder = await mkdtemp(join(tmpdir(), 'll-bench-nginx-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const nginx = await startNginx({ folder, web: [new URL(web.url).host], limits: 'none' });
    cleanup.add(() => nginx.end());
    const files = await startFileServer({ body: page.body, headers });
    cleanup.add(() => files.stop());
    const nginxPid = Number(await readFile(join(folder, 'nginx.pid'), 'utf8'));
    const edgeUrl = nginx.url.replace('localhost', '127.0.0.1');
    const edge = await compare({
      isQuick,
      subject: measure(`${edgeUrl}/`, nginxPid),
      reference: measure(files.url, files.pid),
    });

    return [
      ...comparedMetrics(alone.of('rate'), {
        subject: 'ssr.web',
        reference: 'ssr.bareExpress',
        ratio: 'ssr.web.ratio',
        unit: 'requests/s',
        target: { atLeast: 0.8 },
      }),
      { name: 'ssr.web.timesNext', value: alone.of('rate').ratio.median / peers.nextPage, unit: 'x' },
      { name: 'ssr.web.p99', value: alone.of('p99').subject.median, unit: 'ms' },
      ...comparedMetrics(alone.of('cpu'), {
        subject: 'ssr.web.cpu',
        reference: 'ssr.bareExpress.cpu',
        ratio: 'ssr.web.cpuRatio',
        unit: 'µs/request',
      }),
      ...comparedMetrics(edge.of('rate'), {
        subject: 'ssr.edge',
        reference: 'ssr.bareNginx',
        ratio: 'ssr.edge.ratio',
        unit: 'requests/s',
        target: { atLeast: 0.9 },
      }),
      ...comparedMetrics(edge.of('cpu'), {
        subject: 'ssr.edge.cpu',
        reference: 'ssr.bareNginx.cpu',
        ratio: 'ssr.edge.cpuRatio',
        unit: 'µs/request',
      }),
    ];
  });
