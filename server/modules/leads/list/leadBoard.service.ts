import type { BoardColumn, LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { largestFirst } from '#server/lib/largestFirst.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readBoard } from './leadBoard.store.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { narrowSearch } from './narrowSearch.store.ts';
import { presentLeads } from './presentLead.ts';
import { readLeadFilter } from './readLeadFilter.ts';

/** Reads a board column for each step that the filter includes. @throws AppError 400 */
export const readLeadBoard = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  workspaceId: WorkspaceId,
  query: LeadFilterQuery,
): Promise<BoardColumn[]> => {
  const { db } = context;
  const step = await readLeadStep(db, workspaceId);
  const filter = await narrowSearch(db, workspaceId, await readLeadFilter(context, workspaceId, query, step.ladder));
  const { totals, rows } = await readBoard(db, workspaceId, { filter, step, cards: leadWorkLimits.boardCards });
  const cards = await presentLeads(db, workspaceId, rows);
  return step.ladder
    .filter(({ id }) => filter.statuses?.includes(id) ?? true)
    .map(({ id }) => {
      const own = totals.filter(({ statusId }) => statusId === id);
      return {
        statusId: id,
        totalItems: own.reduce((sum, { leads }) => sum + leads, 0),
        values: own
          .flatMap(({ amount, currency }) => (amount === null || currency === null ? [] : { amount, currency }))
          .toSorted(largestFirst(({ amount }) => amount)),
        leads: cards.filter(({ statusId }) => statusId === id),
      };
    });
};
