import type { LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leadStatusTexts, leadWork } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { applyChange } from '#server/modules/leads/work/applyChange.store.ts';

type Move = { from: LeadStatus; to: LeadStatus; at: Date; authorId: string };

/** Moves all leads of a step, also merged leads, and adds a timeline entry to each. The move is not a response. */
export const moveLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { from, to, at, authorId }: Move,
): Promise<void> => {
  await applyChange(tx, workspaceId, {
    leads: sql`select list, lead_id, active_at as created_at, ${from.id}::text as arrived
      from ${leadWork} where workspace_id = ${workspaceId} and status_id = ${from.id}`,
    change: { status: to.id, activeAt: at },
    known: { ladder: [from, to], members: [] },
    entries: { authorId, id: newId(), limit: leadWorkLimits.entries },
  });
  await tx.execute(sql`
    update ${leadStatusTexts} set status_id = ${to.id} where workspace_id = ${workspaceId} and status_id = ${from.id}`);
};
