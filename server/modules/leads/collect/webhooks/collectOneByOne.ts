import pLimit from 'p-limit';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';
import type { LeadSource, PlatformLead } from '#server/providers/LeadSource.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { findForms } from '#server/modules/leads/collect/reconcile/findForms.ts';
import { keptSince } from '#server/modules/leads/store/keptSince.ts';
import { closeLeadEvents } from './leadEvents.store.ts';
import type { LeadEventRow } from './leadEvents.store.ts';
import type { LeadPageRow } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import { callPlatform, openLeadPage } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { concernsPartOnly } from '#server/modules/leads/collect/reconcile/readProblems.ts';
import { storeUnderPage } from '#server/modules/leads/collect/reconcile/storeUnderPage.ts';
import { toNewLead } from '#server/modules/leads/toNewLead.ts';

/** The leads of a Page that webhooks announced, and the means to fetch them. */
export type Collecting = {
  context: AppContext;
  source: LeadSource;
  page: LeadPageRow;
  events: readonly LeadEventRow[];
  log: Logger;
  signal: AbortSignal;
};

const parallelLeads = 4;

type Fetched =
  | { kind: 'lead'; leadId: string; lead: PlatformLead }
  /** A repeated call cannot succeed. */
  | { kind: 'lost'; leadId: string; problem: string }
  | { kind: 'failed'; error: unknown };

/** @throws failures of the whole grant, so that they are recorded on the connection */
const fetchLead = async (log: Logger, leadId: string, read: () => Promise<PlatformLead | null>): Promise<Fetched> => {
  try {
    const lead = await read();
    return lead ? { kind: 'lead', leadId, lead } : { kind: 'lost', leadId, problem: messages.leads.gone };
  } catch (error) {
    if (!concernsPartOnly(error)) throw error;
    if (isTransient(verdictOf(error))) return { kind: 'failed', error };
    log.warn({ leadId, err: error }, 'an announced lead could not be read');
    return { kind: 'lost', leadId, problem: error.userMessage };
  }
};

const fetchLeads = (
  { context, page, events, log, signal }: Collecting,
  readLead: NonNullable<LeadSource['readLead']>,
): Promise<Fetched[]> =>
  callPlatform(context, page, signal, async (call) => {
    const opened = openLeadPage(context, page);
    const limit = pLimit(parallelLeads);
    try {
      return await Promise.all(
        events.map(({ leadId }) => limit(() => fetchLead(log, leadId, () => readLead(call, opened, leadId)))),
      );
    } catch (error) {
      // A failure of the grant would only repeat for each lead.
      limit.clearQueue();
      throw error;
    }
  });

/** Tries to find the names of forms. If this fails, the leads are stored without them; a later read adds the names. */
const tryForms = async (
  collecting: Collecting,
  leads: readonly PlatformLead[],
): Promise<Awaited<ReturnType<typeof findForms>>> => {
  const formIds = [...new Set(leads.map(({ formId }) => formId))];
  try {
    return await findForms(collecting.context, collecting.page, formIds, collecting);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    collecting.log.warn({ err: error }, 'a new form could not be listed');
    return new Map();
  }
};

/**
 * Fetches each lead by its id, and stores the fetched leads even if others fail.
 * @returns null when every event is done
 * @throws the first failure that a retry may solve
 */
export const collectOneByOne = async (
  collecting: Collecting,
  readLead: NonNullable<LeadSource['readLead']>,
): Promise<null> => {
  const { context, page } = collecting;
  const results = await fetchLeads(collecting, readLead);
  const found = results.filter((each) => each.kind === 'lead');
  const leads = found.map(({ lead }) => lead);
  const forms = await tryForms(collecting, leads);
  const now = context.clock.now();
  const counts = await storeUnderPage(context, page, async (tx) => {
    const rows = leads.map((lead) => toNewLead(lead, forms.get(lead.formId)?.name ?? null));
    const stored = await upsertLeads(tx, page.workspaceId, page.platform, rows, now, keptSince(context));
    await closeLeadEvents(
      tx,
      page,
      found.map(({ leadId }) => leadId),
      now,
    );
    for (const result of results)
      if (result.kind === 'lost') await closeLeadEvents(tx, page, [result.leadId], now, result.problem);
    return stored;
  });
  if (!counts) return null;
  if (counts.inserted + counts.updated > 0) publishLeadsChanged(context, page.workspaceId, page.platform);
  const failed = results.find((each) => each.kind === 'failed');
  if (failed) throw failed.error;
  return null;
};
