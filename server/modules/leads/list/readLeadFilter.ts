import type { LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { leadLists } from '#shared/leadLists.ts';
import { leadMeanings } from '#shared/leadStatuses.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import { containsPattern } from '#server/database/lists/containsPattern.ts';
import { gramsQuery } from '#server/database/lists/gramsQuery.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadFilter } from './leadFilter.ts';
import { readResponseClock } from '#server/modules/leads/work/responses/responseGoal.store.ts';
import { isWaiting } from '#server/modules/leads/work/responses/waitingSql.ts';

/** Splits a filter at its commas; null without a filter. */
const splitFilter = (text: string | undefined): string[] | null => (text ? storableText(text).split(',') : null);

const textOf = (given: string | undefined): string | null => (given ? storableText(given) : null);

/** Reads the filter of a query. @throws AppError 400 for an unknown list, or for an answer without its question */
export const readLeadFilter = async (
  { clock, db }: Pick<AppContext, 'clock'> & { db: Queryable },
  workspaceId: WorkspaceId,
  query: LeadFilterQuery,
  ladder: readonly LeadStatus[],
): Promise<LeadFilter> => {
  const lists = splitFilter(query.list)?.map((given) => {
    const list = leadLists.find((known) => known === given);
    if (!list) throw validationError(messages.validation.invalidField('list'));
    return list;
  });
  // A meaning selects all steps with the meaning.
  const statuses = splitFilter(query.status)?.flatMap((given) =>
    leadMeanings.some((meaning) => meaning === given) && !ladder.some(({ id }) => id === given)
      ? ladder.filter(({ meaning }) => meaning === given).map(({ id }) => id)
      : [given],
  );
  const assignees = splitFilter(query.assignee);
  const [question, value] = [textOf(query.question), textOf(query.answer)];
  if ((question === null) !== (value === null)) throw validationError(messages.leadWork.answerIncomplete);
  return {
    lists: [...new Set(lists ?? leadLists)],
    keys: null,
    statuses: statuses ?? null,
    assignees: assignees && {
      ids: assignees.filter((id) => id !== 'none'),
      isNobody: assignees.includes('none'),
    },
    tag: textOf(query.tag),
    form: textOf(query.form),
    campaign: textOf(query.campaign),
    since: query.since ?? null,
    until: query.until ?? null,
    answer: question === null || value === null ? null : { question, value },
    pattern: containsPattern(query.search)?.toLowerCase() ?? null,
    grams: query.search ? gramsQuery(workspaceId, query.search) : null,
    isRepeat: query.duplicates === 'true' || null,
    waiting: query.response
      ? isWaiting(query.response, await readResponseClock(db, workspaceId), clock.now().getTime())
      : null,
  };
};
