import { ProviderError } from '#server/providers/ProviderError.ts';
import { storeUnderLease } from './leadLease.ts';
import { saveListedForms, updateLeadForm } from './leadForms.store.ts';
import type { LeadFormRow } from './leadForms.store.ts';
import { updateLeadPage } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import { callPlatform, openLeadPage, tryPart } from './leadReading.ts';
import type { LeadReading } from './leadReading.ts';
import { readLeadForm } from './readLeadForm.ts';
import { subscribeLeadPage } from '#server/modules/leads/collect/webhooks/subscribeLeadPages.ts';

/**
 * Sorts forms that were never read in full first, then by the oldest read, so that an interrupted read continues.
 */
const byNeed = (a: LeadFormRow, b: LeadFormRow): number =>
  (a.fullyReadAt ? 1 : 0) - (b.fullyReadAt ? 1 : 0) || (a.readAt?.getTime() ?? 0) - (b.readAt?.getTime() ?? 0);

const listForms = async (
  { context, lease, source, signal }: LeadReading,
  page: LeadPageRow,
): Promise<LeadFormRow[]> => {
  const forms = await callPlatform(context, lease, signal, (call) =>
    source.listForms(call, openLeadPage(context, page)),
  );
  return storeUnderLease(context, lease, (tx) => saveListedForms(tx, lease, page.pageId, forms, context.clock.now()));
};

/** Reads a form. A form that was deleted at the platform is marked as deleted and does not fail the Page. */
const readUnlessGone = async (reading: LeadReading, page: LeadPageRow, form: LeadFormRow): Promise<void> => {
  const { context, lease, log } = reading;
  try {
    await readLeadForm(reading, page, form);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'gone') throw error;
    const { formId } = form;
    log.info({ pageId: page.pageId, formId }, 'a lead form was deleted at the platform');
    const change = { goneAt: context.clock.now(), problem: null };
    await storeUnderLease(context, lease, (tx) => updateLeadForm(tx, lease, formId, change));
  }
};

/**
 * Subscribes to the leads of a Page, then reads its forms one by one, so that no lead is missed in between. Failures
 * are recorded on the Page or the form.
 */
export const readLeadPage = async (reading: LeadReading, page: LeadPageRow): Promise<void> => {
  const { context, lease } = reading;
  const { pageId } = page;
  const notSubscribed = await subscribeLeadPage(reading, page);
  let forms: LeadFormRow[] = [];
  const notListed = await tryPart(reading, { pageId }, async () => {
    forms = await listForms(reading, page);
  });
  const problem = notListed?.text ?? notSubscribed?.text ?? null;
  if (problem !== page.problem)
    await storeUnderLease(context, lease, (tx) => updateLeadPage(tx, lease, pageId, { problem }));

  const present = forms.filter(({ goneAt }) => goneAt === null);
  for (const form of present.toSorted(byNeed)) {
    const { formId } = form;
    const failed = await tryPart(reading, { pageId, formId }, () => readUnlessGone(reading, page, form));
    if (!failed) continue;
    await storeUnderLease(context, lease, (tx) =>
      updateLeadForm(tx, lease, formId, { problem: failed.text, readAt: context.clock.now() }),
    );
    // The platform throttles this Page, so its other forms wait for the next read.
    if (failed.code === 'PLATFORM_THROTTLED') return;
  }
};
