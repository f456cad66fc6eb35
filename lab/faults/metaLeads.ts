import pLimit from 'p-limit';
import * as z from 'zod';
import { listLeads } from '#shared/contracts/leads.ts';
import { pageSizes } from '#shared/limits.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { metaDelivery } from '#server/modules/leads/testing/deliveries.ts';
import { postControl, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { ProductSite } from '#testing/startProduct.ts';
import { hangMs } from './hangMs.ts';

/** Concurrent deliveries, of which a platform makes at most a few hundred. */
export const senders = 50;
/** Leads that the sandbox's forms have from the start. */
const olderLeads = 60;

/** A submitted lead and its webhook body. */
export type Delivery = { leadId: string; body: string };

/** Submits leads without sending their webhooks. */
export const fillIn = async (sandbox: SandboxSite, count: number): Promise<Delivery[]> => {
  const form = z
    .object({ formId: z.string(), pageId: z.string() })
    .parse(await postControl(sandbox, '/facebook/forms', { name: 'Burst' }));
  const limit = pLimit(senders);
  return Promise.all(
    Array.from({ length: count }, () =>
      limit(async () => {
        const { leadId } = await submitLead(sandbox, { platform: 'facebook', formId: form.formId, webhook: false });
        return { leadId, body: metaDelivery([{ leadId, pageId: form.pageId, formId: form.formId }]) };
      }),
    ),
  );
};

/** Counts the Facebook leads that a person sees. */
export const countLeads = async (person: Person): Promise<number> =>
  (await person.request(listLeads.facebook, { query: { limit: '1' } })).body.totalItems;

/** Lists the ids of all leads of a platform that a person sees, page by page. */
export const listLeadIds = async (person: Person, platform: LeadPlatformId = 'facebook'): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const query: Record<string, string> = { limit: String(pageSizes.maximum), page: String(page) };
    const { body } = await person.request(listLeads[platform], { query });
    ids.push(...body.data.map(({ leadId }) => leadId));
    if (body.nextPage === null) return ids;
  }
};

/** Registers a person with a connected Page, and waits until the product has read the existing leads. */
export const connectReader = async (site: Pick<ProductSite, 'apiUrl'>): Promise<Person> => {
  const person = await registerPerson(site, 'facebook');
  await waitUntil(async () => (await countLeads(person)) >= olderLeads, {
    timeoutMs: hangMs,
    what: 'the older leads',
  });
  return person;
};
