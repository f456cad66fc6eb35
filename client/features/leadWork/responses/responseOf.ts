import type { WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';

/** The `response` parameter of the query. Waiting leads include overdue ones. */
export const responseOf = (selected: readonly string[]): WorkedLeadsQuery['response'] => {
  if (selected.includes('waiting')) return 'waiting';
  return selected.includes('overdue') ? 'overdue' : undefined;
};
