import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import type { AppContext } from '#server/AppContext.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { eraseFromAnswers } from './answerRows.store.ts';
import { eraseFromMerges, findMergedWith } from './mergedLeads.store.ts';
import { createPersonMatcher } from './matchPerson.ts';
import type { SoughtPerson } from './matchPerson.ts';
import { findInLeads } from './personLeads.store.ts';
import type { FoundLead } from './personLeads.store.ts';
import {
  eraseFromExports,
  eraseFromImports,
  eraseFromInvitations,
  eraseFromNotes,
  eraseFromSearches,
  eraseFromStatusTexts,
  eraseFromTags,
  eraseFromViews,
} from './personRows.store.ts';
import type { Search } from './personRows.store.ts';
import { eraseFromActivities, eraseFromUndo } from './undoRows.store.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { DeletedCounts } from '#server/modules/privacy/receipts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;

type Erasure = {
  workspaceId: WorkspaceId;
  person: SoughtPerson;
  /** Code of the receipt that counts the deleted rows; null: rows are counted but not deleted. */
  receipt: string | null;
  /** Receives each lead before it is deleted. */
  onFound?: (lead: FoundLead) => void;
  /** Called after each deletion. A later attempt does not find these leads again. */
  progressed?: () => Promise<void>;
};

/** Receipts count imported leads separately. */
const countOf = (list: LeadList): string => (list === 'custom' ? 'custom_leads' : 'leads');

const refOf = ({ list, id }: FoundLead): string => `${list}:${id}`;

const listOf = (ids: readonly string[]): SQL => sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;

/** Deletes the leads that a query found. */
const deleteFound = async (
  context: Context,
  { workspaceId, receipt, progressed }: Erasure,
  found: readonly FoundLead[],
): Promise<void> => {
  const [first] = found;
  if (!first || receipt === null) return;
  const ids = listOf(found.map(({ id }) => id));
  const { list } = first;
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const deleted = await deleteLeads(tx, { workspaceId, list }, { ids, reason: 'erased', now });
    await addToReceipt(tx, receipt, { [countOf(list)]: deleted.leads, lead_events: deleted.lead_events });
  });
  for (const changed of new Set<LeadList>([list, 'custom'])) publishLeadsChanged(context, workspaceId, changed);
  await progressed?.();
};

/**
 * Deletes a person, by e-mail address or phone number, from all lead data of a workspace: leads, rows of imports and
 * exports, search texts, saved views, notes, tags and status texts. A lead that is merged with one of the person's
 * leads counts as the person's. Repeating the call is safe. Deleted leads do not return even if the platform or a
 * synced sheet still has them.
 * @returns rows by table
 */
export const erasePerson = async (context: Context, erasure: Erasure): Promise<DeletedCounts> => {
  const { workspaceId, person, receipt, onFound } = erasure;
  const matcher = createPersonMatcher(person);
  const search: Search = { db: context.db, workspaceId, matcher, receipt };
  // Before the leads, because a running import turns these rows into leads.
  const custom_lead_batches = await eraseFromImports(search);
  const counts: Record<string, number> = { custom_lead_batches, leads: 0, custom_leads: 0 };
  // Before the leads, because an undo restores leads from these rows. It runs again after the leads, because deleting
  // leads creates such rows.
  const undo_leads = await eraseFromUndo(search);
  const seen = new Set<string>();
  let answers = 0;
  const takeNew = async (found: readonly FoundLead[]): Promise<void> => {
    for (const list of leadLists) {
      const some = found.filter((lead) => lead.list === list && !seen.has(refOf(lead)));
      for (const lead of some) {
        seen.add(refOf(lead));
        onFound?.(lead);
      }
      const count = countOf(list);
      counts[count] = (counts[count] ?? 0) + some.length;
      // Now, while the ids are known: a later attempt cannot find them.
      if (receipt !== null && some.length > 0) answers += await eraseFromAnswers(search, some.map(refOf));
      await deleteFound(context, erasure, some);
    }
  };
  const take = async (found: readonly FoundLead[]): Promise<void> => {
    // Merged leads first: a later attempt can only find them through the person's own leads.
    const isFound = (lead: FoundLead): boolean => found.some(({ list, id }) => list === lead.list && id === lead.id);
    const merged = await findMergedWith(context.db, workspaceId, found);
    await takeNew(merged.filter((lead) => !isFound(lead)));
    await takeNew(found);
  };
  for (const list of leadLists)
    for await (const found of findInLeads(context.db, workspaceId, list, matcher)) await take(found);
  counts['export_chunks'] = await eraseFromExports(search);
  counts['exports'] = await eraseFromSearches(search);
  counts['views'] = await eraseFromViews(search);
  counts['workspace_invitations'] = await eraseFromInvitations(search);
  counts['lead_entries'] = await eraseFromNotes(search);
  counts['lead_work'] = await eraseFromTags(search);
  counts['lead_status_texts'] = await eraseFromStatusTexts(search);
  counts['lead_merges'] = await eraseFromMerges(search);
  counts['undo_leads'] = receipt === null ? undo_leads : undo_leads + (await eraseFromUndo(search));
  counts['activities'] = await eraseFromActivities(search);
  // Last, because requests that start now can no longer read the person.
  counts['idempotency_keys'] = answers + (await eraseFromAnswers(search, [...seen]));
  return counts;
};
