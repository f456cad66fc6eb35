import autocannon from 'autocannon';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { openClient } from '#testing/openClient.ts';
import { importRows } from '#lab/faults/exports.ts';
import { percentile } from '#lab/faults/measure.ts';
import { atLeast, atMost, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Answered, Kind } from './openLoop.ts';

const pagesPerSecond = 4_000;
const callsPerSecond = 50;
const visitors = 50;
const callers = 32;
const rounds = 5;
const leads = 1_000;
/** How much slower calls may become, and the share of the flood that needs a response for a valid result. */
const goals = { timesSlower: 2, floodShare: 0.95 };

const p95 = (answered: readonly Answered[]): number => {
  const times = answered.map(({ ms }) => ms);
  return percentile(times, 0.95);
};

/** Requests the landing page thousands of times per second while people work. nginx's cache has to protect the API. */
export const flood =
  ({ minutes }: { minutes: number }): ScenarioRun =>
  async (context) => {
    const { url } = await startScaled(context);
    const person = await registerPerson({ apiUrl: url });
    await importRows(person, leads);
    const clients = Array.from({ length: callers }, (_, number) => openClient(url, number));
    context.onEnd(async () => clients.forEach((client) => client.close()));
    let calls = 0;
    const headers = { authorization: `Bearer ${person.token}` };
    const call: Kind = {
      name: 'call',
      share: 100,
      send: async () => {
        calls += 1;
        const path = `${apiBase}${listCustomLeads.path}?limit=50&page=${1 + (calls % 20)}`;
        return (await clients[calls % clients.length]?.ask('GET', path, { headers })) ?? { status: 0 };
      },
    };
    const seconds = Math.max(2, (minutes * 60) / rounds / 2);
    const work = () => runOpenLoop([call], { perSecond: callsPerSecond, seconds });
    /** In a separate thread, so that the flood does not delay the measured calls. */
    const pour = () =>
      autocannon({
        url,
        connections: visitors,
        duration: seconds,
        overallRate: pagesPerSecond,
        workers: 1,
        headers: { 'accept-encoding': 'br' },
      });
    await work();

    const calm: Answered[] = [];
    const flooded: Answered[] = [];
    let [pages, failedPages] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      calm.push(...(await work()));
      const [answered, poured] = await Promise.all([work(), pour()]);
      flooded.push(...answered);
      pages += poured.requests.total;
      failedPages += poured.non2xx + poured.errors;
    }
    const failed = [...calm, ...flooded].filter(({ status }) => status !== 200).length;
    return {
      metrics: [
        atLeast('flood.pages', pages / (rounds * seconds), pagesPerSecond * goals.floodShare, 'requests/s'),
        none('flood.pagesFailed', failedPages, 'requests'),
        none('flood.callsFailed', failed, 'requests'),
        { name: 'flood.callsWithout.p95', value: p95(calm), unit: 'ms' },
        { name: 'flood.callsWith.p95', value: p95(flooded), unit: 'ms' },
        atMost('flood.slower', p95(flooded) / p95(calm), goals.timesSlower, 'times'),
      ],
    };
  };
