import type { LeadSource } from '#server/providers/LeadSource.ts';
import { listLeadForms, saveListedForms } from './leadForms.store.ts';
import type { LeadFormRow } from './leadForms.store.ts';
import { lockLeadPage } from './leadPages.store.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import { callPlatform, openLeadPage } from './leadReading.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';

type Options = { source: LeadSource; signal: AbortSignal };

type KnownForm = Pick<LeadFormRow, 'name' | 'region'>;

/**
 * Finds the forms of a Page, by id. If a requested form is unknown, lists the forms at the platform again, so that a
 * new form is stored with its first lead.
 */
export const findForms = async (
  context: AccessContext,
  page: LeadPageRow,
  formIds: readonly string[],
  { source, signal }: Options,
): Promise<Map<string, KnownForm>> => {
  const known = (await listLeadForms(context.db, page)).filter(({ pageId }) => pageId === page.pageId);
  const forms = new Map(known.map(({ formId, name, region }): [string, KnownForm] => [formId, { name, region }]));
  if (formIds.every((id) => forms.has(id))) return forms;
  const listed = await callPlatform(context, page, signal, (call) =>
    source.listForms(call, openLeadPage(context, page)),
  );
  await context.db.transaction(async (tx) => {
    // If the Page was disconnected meanwhile, nothing would ever delete its forms.
    if (await lockLeadPage(tx, page)) await saveListedForms(tx, page, page.pageId, listed, context.clock.now());
  });
  for (const { id, name } of listed) forms.set(id, { name, region: forms.get(id)?.region ?? null });
  return forms;
};
