import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues, EditableValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import { findCustomLeadId, upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { holdErasures } from '#server/modules/leads/store/erasedLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { addEntries, holdWork } from './changes.store.ts';
import { toPublicId } from './leadKey.ts';
import { readWorkedLead } from './leadWork.service.ts';

/**
 * Adds a custom lead with a generated id, so that an exported list can be imported again.
 * @param effectId the id of the lead; a repeated request finds the stored lead by this id
 * @throws AppError 400 without any contact
 */
export const addLead = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  { userId, workspaceId }: Member,
  given: EditableValues,
  effectId: string | null,
): Promise<LeadDetail> => {
  const { clock, db } = context;
  if (!given.Name && !given.EmailAddress && !given.Number) throw validationError(messages.leadWork.contactMissing);
  const id = effectId ?? newId();
  const identity = `lead:${id}`;
  const empty = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
  const leadId = await db.transaction(async (tx) => {
    await holdErasures(tx, workspaceId);
    const now = clock.now();
    const known = await findCustomLeadId(tx, workspaceId, identity);
    if (known !== null) return known;
    const row = { identity, values: { ...empty, ...given, id } };
    const recognition = { source: null, taken: new Set<string>(), isById: true };
    await upsertCustomLeads(tx, workspaceId, [row], { now, renewUnchanged: false, recognition });
    const added = await findCustomLeadId(tx, workspaceId, identity);
    if (added === null) throw new Error('the added lead was not stored');
    const key = { list: 'custom', leadId: added } as const;
    await holdWork(tx, workspaceId, key, now);
    await addEntries(tx, workspaceId, key, { at: now, authorId: userId, entries: [{ id, kind: 'added' }] });
    return added;
  });
  publishLeadsChanged(context, workspaceId, 'custom');
  return readWorkedLead(db, workspaceId, toPublicId({ list: 'custom', leadId }));
};
