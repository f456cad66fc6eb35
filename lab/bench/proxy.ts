import { deepStrictEqual } from 'node:assert/strict';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import type { Compared } from './compare.ts';
import { loadServer } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';

const clientCounts = [1, 20] as const;

type Server = { url: string; pid: number };
type Name = 'rate' | 'p99' | 'cpu' | 'generator';

const figuresOf = (name: string, compared: { of(name: Name): Compared }, target?: Metric['target']): Metric[] => [
  ...comparedMetrics(compared.of('rate'), [`${name}.web`, `${name}.bare`, `${name}.ratio`], 'requests/s', target),
  { name: `${name}.web.p99`, value: compared.of('p99').subject.median, unit: 'ms' },
  ...comparedMetrics(compared.of('cpu'), [`${name}.webCpu`, `${name}.bareCpu`, `${name}.cpuRatio`], 'µs/request'),
  { name: `${name}.web.generator`, value: compared.of('generator').subject.median, unit: 'cores' },
  { name: `${name}.bare.generator`, value: compared.of('generator').reference.median, unit: 'cores' },
];

/**
 * A small signed-in call (`GET /notifications`) through the web role. The reference is the cheapest pair of processes with
 * the same response: a `node:http` relay in front of `node:http` with one statement. Target: half of its requests. A second
 * comparison measures the proxy alone: an API that responds at once, against bare http-proxy-middleware.
 */
export const proxy = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const postgres = await cleanup.use(startPostgres());
    const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url }));
    const { token } = await registerPerson(api);
    const path = `${apiBase}${listNotifications.path}`;
    const headers = { authorization: `Bearer ${token}` };
    const answerOf = async ({ url }: Pick<Server, 'url'>) => (await fetch(`${url}${path}`, { headers })).text();
    const startWeb = (target: string) => cleanup.use(startShipped({ roles: 'web', env: { API_URL: target } }));
    const compareServers = (web: Server, bare: Server, connections: number) => {
      const measure =
        ({ url, pid }: Server) =>
        () =>
          loadServer(`${url}${path}`, pid, { isQuick, connections, headers });
      return compare({ isQuick, subject: measure(web), reference: measure(bare) });
    };

    const web = await startWeb(api.apiUrl);
    const bareApi = await cleanup.use(startBare('smallCall.ts', { databaseUrl: postgres.url }));
    const relay = await cleanup.use(startBare('relay.ts', { target: bareApi.url }));
    deepStrictEqual(JSON.parse(await answerOf(web)), JSON.parse(await answerOf(relay)));
    const metrics: Metric[] = [];
    for (const connections of clientCounts)
      metrics.push(
        ...figuresOf(`proxy.call.clients${connections}`, await compareServers(web, relay, connections), {
          atLeast: 0.5,
        }),
      );

    const nothing = await cleanup.use(startBare('fixedJson.ts', { json: await answerOf(web) }));
    const alone = await startWeb(nothing.url);
    const bareProxy = await cleanup.use(startBare('apiProxy.ts', { target: nothing.url, path: apiBase }));
    metrics.push(...figuresOf('proxy.wayAlone', await compareServers(alone, bareProxy, 20)));
    return metrics;
  });
