import type { AppContext } from '#server/AppContext.ts';
import type { LeadSource } from '#server/providers/LeadSource.ts';
import { listLeadForms, saveListedForms } from './leadForms.store.ts';
import { lockLeadPage } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import { callPlatform, openLeadPage } from './leadReading.ts';

type Options = { source: LeadSource; signal: AbortSignal };

/**
 * The forms of a page by their id. When one that is asked for is not known yet, the platform is asked for its forms, so
 * that a new form is there with its first lead.
 */
export const findFormNames = async (
  context: AppContext,
  page: LeadPageRow,
  formIds: readonly string[],
  { source, signal }: Options,
): Promise<Map<string, string>> => {
  const known = (await listLeadForms(context.db, page)).filter(({ pageId }) => pageId === page.pageId);
  const names = new Map(known.map(({ formId, name }) => [formId, name]));
  if (formIds.every((id) => names.has(id))) return names;
  const listed = await callPlatform(context, page, signal, (call) =>
    source.listForms(call, openLeadPage(context, page)),
  );
  await context.db.transaction(async (tx) => {
    // Forms of a page that was disconnected meanwhile would stay for ever.
    if (await lockLeadPage(tx, page)) await saveListedForms(tx, page, page.pageId, listed, context.clock.now());
  });
  for (const { id, name } of listed) names.set(id, name);
  return names;
};
