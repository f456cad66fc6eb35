import autocannon from 'autocannon';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { openClient } from '#testing/openClient.ts';
import { importRows } from '../faults/exports.ts';
import { percentile } from '../faults/measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario } from '../faults/Scenario.ts';
import { startScaled } from '../faults/startScaled.ts';
import { runOpenLoop } from './openLoop.ts';
import type { Answered, Kind } from './openLoop.ts';

const pagesPerSecond = 4_000;
const callsPerSecond = 50;
const visitors = 50;
const callers = 32;
const rounds = 5;
const leads = 1_000;
/** The slowest that calls may become by it, and how much of the flood has to get through for it to be one. */
const goals = { timesSlower: 2, floodShare: 0.95 };

const p95 = (answered: readonly Answered[]): number =>
  percentile(
    answered.map(({ ms }) => ms),
    0.95,
  );

/** The landing page is asked for thousands of times a second while people work: the cache of nginx takes it, and the API does not feel it. */
export const flood = ({ minutes }: { minutes: number }): Scenario => ({
  name: 'flood',
  covers: ['R18'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
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
    /** In a thread of its own, so that it does not hold up those whose time is taken. */
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
      lost: 0,
      doubled: 0,
      figures: [
        {
          name: 'flood.pages',
          value: pages / (rounds * seconds),
          unit: 'requests/s',
          atLeast: pagesPerSecond * goals.floodShare,
        },
        { name: 'flood.pagesFailed', value: failedPages, unit: 'requests', atMost: 0 },
        { name: 'flood.callsFailed', value: failed, unit: 'requests', atMost: 0 },
        { name: 'flood.callsWithout.p95', value: p95(calm), unit: 'ms' },
        { name: 'flood.callsWith.p95', value: p95(flooded), unit: 'ms' },
        { name: 'flood.slower', value: p95(flooded) / p95(calm), unit: 'times', atMost: goals.timesSlower },
      ],
    };
  },
});
