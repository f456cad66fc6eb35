import type { LeadPlatformId } from '#shared/platforms.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { oddAnswers, startHttpFaults } from '#lab/faults/httpFaults.ts';
import { addUp, compare } from '#lab/faults/compare.ts';
import type { Counts } from '#lab/faults/compare.ts';
import { listLeadIds } from '#lab/faults/metaLeads.ts';
import { atLeast, holds } from '#lab/faults/metrics.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const platforms = ['facebook', 'tiktok'] as const;
const addressOf = { facebook: 'FACEBOOK_GRAPH_URL', tiktok: 'TIKTOK_API_URL' } as const satisfies Record<
  LeadPlatformId,
  string
>;
/** Part of the URL of a platform's pages of leads. */
const leadPath = { facebook: '/leads', tiktok: '/page/lead' } as const satisfies Record<LeadPlatformId, string>;

/** Waits until all leads of a person have arrived. */
const awaitLeads = async (person: Person, platform: LeadPlatformId, count: number): Promise<string[]> => {
  await waitUntil(async () => (await listLeadIds(person, platform)).length >= count, {
    timeoutMs: hangMs,
    everyMs: 500,
    what: `${count} leads of ${platform}`,
  });
  return listLeadIds(person, platform);
};

/** The platform answers lead pages with truncated JSON, HTML, an empty body, and errors with a success status. */
export const badAnswers: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const proxy = await startHttpFaults(sandbox.url);
  context.onEnd(() => proxy.close());
  const site = await createSite({
    folder: context.folder,
    environment: { ...sandbox.environment, [addressOf.facebook]: proxy.url, [addressOf.tiktok]: proxy.url },
    env: { RECONCILE_INTERVAL_SECONDS: '5' },
  });
  const product = await startProduct(site);
  const compared: Counts[] = [];
  for (const platform of platforms) {
    const wellServed = await registerPerson(site, platform);
    const known = await awaitLeads(wellServed, platform, platform === 'facebook' ? 60 : 1);
    const person = await registerPerson(site);
    for (const answer of Object.values(oddAnswers)) proxy.order(leadPath[platform], answer);
    for (const kind of ['truncated', '500'])
      await orderFaults(sandbox, { provider: platform, path: leadPath[platform], kind });
    await connectLater(site, person, platform);
    const found = await awaitLeads(person, platform, known.length);
    const { foreign, ...counts } = compare(known, found);
    context.log(`${platform}: ${known.length} leads, ${found.length} found, ${proxy.given()} odd answers given`);
    compared.push(counts, { lost: 0, doubled: foreign });
  }
  return {
    ...addUp(compared),
    metrics: [
      atLeast('odd answers given', proxy.given(), platforms.length * Object.keys(oddAnswers).length, 'answers'),
      holds('process survives', product.isRunning()),
    ],
  };
};
