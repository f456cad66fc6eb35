import { messages } from '#shared/messages.ts';
import { findForms } from '#server/modules/leads/collect/reconcile/findForms.ts';
import { updateLeadForm } from '#server/modules/leads/collect/reconcile/leadForms.store.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { closeLeadEvents, closeStoredLeadEvents, listOpenLeadEvents } from './leadEvents.store.ts';
import { callPlatform, openLeadPage } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import type { Collecting } from './collectOneByOne.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { storeUnderPage } from '#server/modules/leads/collect/reconcile/storeUnderPage.ts';
import { toNewLead } from '#server/modules/leads/toNewLead.ts';

/** How long to search for a lead that the platform does not show, before it is left to the scheduled reads. */
const patienceMs = 5 * 60_000;
const longestPauseSeconds = 60;
/** Only a few pauses, so that only a few jobs of a Page can wait at the same time. */
const pausesSeconds = [2, 4, 8, 16, 32];

type NamedForm = { id: string; name: string | null; region: string | null };

/** Reads a form until the announced leads are found, and stores their region for later searches. */
const readForm = async ({ context, source, page, events, signal }: Collecting, form: NamedForm): Promise<void> => {
  const sought = new Set(events.filter(({ formId }) => (formId ?? form.id) === form.id).map(({ leadId }) => leadId));
  await callPlatform(context, page, signal, async (call) => {
    const query = {
      page: openLeadPage(context, page),
      form: { id: form.id },
      since: null,
      seek: { region: form.region },
    };
    for await (const batch of source.readLeads(call, query)) {
      signal.throwIfAborted();
      const found = batch.find(({ id }) => sought.has(id));
      const counts = await storeUnderPage(context, page, async (tx) => {
        if (found && found.region !== form.region) await updateLeadForm(tx, page, form.id, { region: found.region });
        return upsertLeads(
          tx,
          page.workspaceId,
          page.platform,
          batch.map((lead) => toNewLead(lead, form.name)),
          context.clock.now(),
          keptSince(context),
        );
      });
      if (!counts) return;
      if (counts.inserted + counts.updated > 0) publishLeadsChanged(context, page.workspaceId, page.platform);
      for (const { id } of batch) sought.delete(id);
      if (sought.size === 0) return;
    }
  });
};

/**
 * Reads the forms of the events, for a platform that cannot return a lead by its id.
 * @returns how long to wait for leads that the platform does not show yet: about their age, so each pause is longer
 */
export const collectFromForms = async (collecting: Collecting): Promise<number | null> => {
  const { context, page, events } = collecting;
  const named = new Set(events.map(({ formId }) => formId));
  const namedIds = [...named].filter((id) => id !== null);
  const forms = await findForms(context, page, namedIds, collecting);
  // The default for a form without leads: its people probably live in the same region as those of other forms.
  const region = [...forms.values()].find((form) => form.region !== null)?.region ?? null;
  for (const id of named.has(null) ? forms.keys() : namedIds)
    await readForm(collecting, { id, name: forms.get(id)?.name ?? null, region: forms.get(id)?.region ?? region });

  const now = context.clock.now();
  const owned = { workspaceId: page.workspaceId, platform: page.platform, pageId: page.pageId };
  await closeStoredLeadEvents(context.db, owned, now);
  const left = new Set(events.map(({ leadId }) => leadId));
  const ages = (await listOpenLeadEvents(context.db, owned, events.length))
    .filter(({ leadId }) => left.has(leadId))
    .map(({ leadId, receivedAt }) => ({ leadId, ms: now.getTime() - receivedAt.getTime() }));
  const tooOld = ages.filter(({ ms }) => ms > patienceMs).map(({ leadId }) => leadId);
  await closeLeadEvents(context.db, page, tooOld, now, messages.leads.notShown);
  const waiting = ages.filter(({ ms }) => ms <= patienceMs);
  if (waiting.length === 0) return null;
  const youngestSeconds = Math.ceil(Math.min(...waiting.map(({ ms }) => ms)) / 1000);
  return pausesSeconds.find((seconds) => seconds >= youngestSeconds) ?? longestPauseSeconds;
};
