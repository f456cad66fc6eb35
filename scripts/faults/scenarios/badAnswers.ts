import { listLeads } from '#shared/contracts/leads.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { oddAnswers, startHttpFaults } from '../httpFaults.ts';
import { compare } from '../journal.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';

const addressOf = { facebook: 'FACEBOOK_GRAPH_URL', tiktok: 'TIKTOK_API_URL' } as const satisfies Record<
  LeadPlatformId,
  string
>;
/** Part of the URL of a platform's pages of leads. */
const leadPath = { facebook: '/leads', tiktok: '/page/lead' } as const satisfies Record<LeadPlatformId, string>;

const listIds = async (person: Person, platform: LeadPlatformId): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await person.request(listLeads[platform], { query: { limit: '100', page: String(page) } });
    ids.push(...body.data.map(({ leadId }) => leadId));
    if (body.nextPage === null) return ids;
  }
};

/** Waits until all leads of a person have arrived. */
const awaitLeads = async (person: Person, platform: LeadPlatformId, count: number): Promise<string[]> => {
  await waitUntil(async () => (await listIds(person, platform)).length >= count, {
    timeoutMs: 180_000,
    everyMs: 500,
    what: `${count} leads of ${platform}`,
  });
  return listIds(person, platform);
};

/** Pages of leads arrive as truncated JSON, as HTML, as nothing, and as an error with a success status. */
export const badAnswers: Scenario = {
  name: 'bad-answers',
  covers: ['R6'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const proxy = await startHttpFaults(sandbox.url);
    context.onEnd(() => proxy.close());
    const site = await createSite({
      folder: context.folder,
      environment: { ...sandbox.environment, [addressOf.facebook]: proxy.url, [addressOf.tiktok]: proxy.url },
      env: { RECONCILE_INTERVAL_SECONDS: '5' },
    });
    const product = await startProduct(site);
    const ordered: number[] = [];
    let lost = 0;
    let doubled = 0;
    for (const platform of ['facebook', 'tiktok'] as const) {
      const wellServed = await registerPerson(site, platform);
      const known = await awaitLeads(wellServed, platform, platform === 'facebook' ? 60 : 1);
      const person = await registerPerson(site);
      for (const answer of Object.values(oddAnswers)) proxy.order(leadPath[platform], answer);
      for (const kind of ['truncated', '500'])
        await orderFaults(sandbox, { provider: platform, path: leadPath[platform], kind });
      ordered.push(Object.keys(oddAnswers).length);
      await connectLater(site, person, platform);
      const found = await awaitLeads(person, platform, known.length);
      const comparison = compare(known, found);
      context.log(`${platform}: ${known.length} leads, ${found.length} found, ${proxy.given()} odd answers given`);
      lost += comparison.lost.length;
      doubled += comparison.doubled.length + comparison.foreign.length;
    }
    return {
      lost,
      doubled,
      metrics: [
        {
          name: 'odd answers given',
          value: proxy.given(),
          unit: 'answers',
          atLeast: ordered.reduce((sum, count) => sum + count, 0),
        },
        { name: 'process survives', value: product.process.exitCode === null ? 1 : 0, unit: '', atLeast: 1 },
      ],
    };
  },
};
