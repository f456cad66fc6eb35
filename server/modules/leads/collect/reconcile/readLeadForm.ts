import { messages } from '#shared/messages.ts';
import { reached } from '#server/lib/flow/steps.ts';
import type { PlatformLead } from '#server/providers/LeadSource.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { storeUnderLease } from './leadLease.ts';
import { countStoredLeads, countUnreadableLeads, updateLeadForm } from './leadForms.store.ts';
import type { LeadFormRow } from './leadForms.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import { callPlatform, openLeadPage } from './leadReading.ts';
import type { LeadReading } from './leadReading.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { toNewLead } from '#server/modules/leads/toNewLead.ts';

/** Platforms show a lead with a delay, so each read starts a little before the newest known lead. */
const overlapMs = 3_600_000;
/** The shortest time between full reads of a form whose leads the platform counts but does not return. */
const fullReadIntervalMs = 3_600_000;

/** @returns how many of the leads were left out */
const storeBatch = async (
  { context, lease }: LeadReading,
  form: LeadFormRow,
  batch: readonly PlatformLead[],
): Promise<number> => {
  const leads = batch.map((lead) => toNewLead(lead, form.name));
  const { inserted, updated, leftOut } = await storeUnderLease(context, lease, (tx) =>
    upsertLeads(tx, lease.workspaceId, lease.platform, leads, context.clock.now(), keptSince(context)),
  );
  reached('leads.pageStored');
  if (inserted + updated > 0) publishLeadsChanged(context, lease.workspaceId, lease.platform);
  return leftOut;
};

/**
 * Reads the leads of a form since a time (null reads all leads) and stores them in batches. Records the progress only
 * at the end.
 */
const readFrom = async (
  reading: LeadReading,
  page: LeadPageRow,
  form: LeadFormRow,
  since: Date | null,
): Promise<void> => {
  const { context, lease, source, signal, log } = reading;
  let newest = form.newestLeadAt;
  let { region } = form;
  let leftOut = 0;
  // An odd lead of an earlier read keeps its form's problem until it is readable.
  let mayBeUnreadable = form.problem !== null;
  await callPlatform(context, lease, signal, async (call) => {
    const query = { page: openLeadPage(context, page), form: { id: form.formId }, since };
    for await (const batch of source.readLeads(call, query)) {
      signal.throwIfAborted();
      leftOut += await storeBatch(reading, form, batch);
      for (const lead of batch) {
        const { createdAt, unreadable } = lead;
        if (createdAt && (!newest || createdAt > newest)) ({ createdAt: newest, region } = lead);
        if (unreadable === undefined) continue;
        mayBeUnreadable = true;
        log.warn({ formId: form.formId, leadId: lead.id, unreadable }, 'parts of a lead could not be read');
      }
    }
  });
  const now = context.clock.now();
  await storeUnderLease(context, lease, async (tx) => {
    const unreadable = mayBeUnreadable ? await countUnreadableLeads(tx, lease, form.formId) : 0;
    await updateLeadForm(tx, lease, form.formId, {
      newestLeadAt: newest,
      region,
      readAt: now,
      problem: unreadable > 0 ? messages.leads.unreadable(unreadable) : null,
      ...(since === null ? { fullyReadAt: now, leftOut } : {}),
    });
  });
};

/** Whether the platform counts leads that are neither stored nor left out, so that a full read is needed. */
const isIncomplete = async ({ context, lease }: LeadReading, form: LeadFormRow): Promise<boolean> => {
  const { platformCount, fullyReadAt, leftOut } = form;
  if (platformCount === null || !fullyReadAt) return false;
  if (context.clock.now().getTime() - fullyReadAt.getTime() < fullReadIntervalMs) return false;
  return (await countStoredLeads(context.db, lease, form.formId)) + leftOut < platformCount;
};

/** Updates the stored leads of a form: reads all leads the first time, and later only the new ones. */
export const readLeadForm = async (reading: LeadReading, page: LeadPageRow, form: LeadFormRow): Promise<void> => {
  const isKnown = form.fullyReadAt !== null && form.newestLeadAt !== null;
  const since = isKnown && form.newestLeadAt ? new Date(form.newestLeadAt.getTime() - overlapMs) : null;
  await readFrom(reading, page, form, since);
  if (since !== null && (await isIncomplete(reading, form))) await readFrom(reading, page, form, null);
};
