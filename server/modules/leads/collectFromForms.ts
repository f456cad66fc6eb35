import { messages } from '#shared/messages.ts';
import { findFormNames } from './findFormNames.ts';
import { keptSince } from './keptSince.ts';
import { closeNotices, closeStoredNotices, listOpenNotices } from './leadNotices.store.ts';
import { callPlatform, openLeadPage } from './leadReading.ts';
import { upsertLeads } from './leads.store.ts';
import type { Collecting } from './collectOneByOne.ts';
import { publishLeadsChanged } from './publishLeadsChanged.ts';
import { storeUnderPage } from './storeUnderPage.ts';
import { toNewLead } from './toNewLead.ts';

/** A lead that the platform has not shown for so long is left to the reads on the timer. */
const patienceMs = 5 * 60_000;
const longestPauseSeconds = 60;
/** Few of them, so that few jobs of a page can wait at the same time. */
const pausesSeconds = [2, 4, 8, 16, 32];

const readForm = async (
  { context, source, page, signal }: Collecting,
  formId: string,
  formName: string | null,
): Promise<void> => {
  await callPlatform(context, page, signal, async (call) => {
    const query = { page: openLeadPage(context, page), form: { id: formId }, since: null };
    for await (const batch of source.readLeads(call, query)) {
      signal.throwIfAborted();
      const counts = await storeUnderPage(context, page, (tx) =>
        upsertLeads(
          tx,
          page.userId,
          page.platform,
          batch.map((lead) => toNewLead(lead, formName)),
          context.clock.now(),
          keptSince(context),
        ),
      );
      if (!counts) return;
      if (counts.inserted + counts.updated > 0) publishLeadsChanged(context, page.userId, page.platform);
    }
  });
};

/**
 * Reads the forms that the notices name, where the platform gives no lead by its id.
 * @returns how long to wait for leads that it does not show yet: about as long as they are old, so each pause is longer
 */
export const collectFromForms = async (collecting: Collecting): Promise<number | null> => {
  const { context, page, notices } = collecting;
  const named = new Set(notices.map(({ formId }) => formId));
  const namedIds = [...named].filter((id) => id !== null);
  const names = await findFormNames(context, page, namedIds, collecting);
  for (const formId of named.has(null) ? names.keys() : namedIds)
    await readForm(collecting, formId, names.get(formId) ?? null);

  const now = context.clock.now();
  const owned = { userId: page.userId, platform: page.platform, pageId: page.pageId };
  await closeStoredNotices(context.db, owned, now);
  const left = new Set(notices.map(({ leadId }) => leadId));
  const ages = (await listOpenNotices(context.db, owned, notices.length))
    .filter(({ leadId }) => left.has(leadId))
    .map(({ leadId, receivedAt }) => ({ leadId, ms: now.getTime() - receivedAt.getTime() }));
  const tooOld = ages.filter(({ ms }) => ms > patienceMs).map(({ leadId }) => leadId);
  await closeNotices(context.db, page, tooOld, now, messages.leads.notShown);
  const waiting = ages.filter(({ ms }) => ms <= patienceMs);
  if (waiting.length === 0) return null;
  const youngestSeconds = Math.ceil(Math.min(...waiting.map(({ ms }) => ms)) / 1000);
  return pausesSeconds.find((seconds) => seconds >= youngestSeconds) ?? longestPauseSeconds;
};
