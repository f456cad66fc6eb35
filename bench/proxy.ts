import { apiBase } from '#shared/contracts/endpoint.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { loadServer } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';

const connections = 20;

/**
 * A small signed-in call (`GET /notifications`) through the web role. The reference is the same API behind Express with only
 * http-proxy-middleware: at least 0.8 times as many requests per second. Repeated with an API that takes no time, which
 * measures the proxy alone.
 */
export const proxy = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const postgres = await cleanup.use(startPostgres());
    const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url }));
    const { token } = await registerPerson(api);
    const path = `${apiBase}${listNotifications.path}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${api.apiUrl}${path}`, { headers });
    const nothing = await cleanup.use(startBare('fixedJson.ts', { json: await answer.text() }));

    const compareBefore = async (target: string) => {
      const web = await cleanup.use(startShipped({ roles: 'web', env: { API_URL: target } }));
      const bare = await cleanup.use(startBare('apiProxy.ts', { target, path: apiBase }));
      const measure =
        ({ url, pid }: { url: string; pid: number }) =>
        () =>
          loadServer(`${url}${path}`, pid, { isQuick, connections, headers });
      return compare({ isQuick, subject: measure(web), reference: measure(bare) });
    };
    const ofApi = await compareBefore(api.apiUrl);
    const ofNothing = await compareBefore(nothing.url);
    return [
      ...comparedMetrics(ofApi.of('rate'), ['proxy.web', 'proxy.bare', 'proxy.web.ratio'], 'requests/s', {
        atLeast: 0.8,
      }),
      { name: 'proxy.web.p99', value: ofApi.of('p99').subject.median, unit: 'ms' },
      ...comparedMetrics(
        ofNothing.of('rate'),
        ['proxy.wayAlone.web', 'proxy.wayAlone.bare', 'proxy.wayAlone.ratio'],
        'requests/s',
      ),
      ...comparedMetrics(
        ofNothing.of('cpu'),
        ['proxy.wayAlone.webCpu', 'proxy.wayAlone.bareCpu', 'proxy.wayAlone.cpuRatio'],
        'µs/request',
      ),
    ];
  });
