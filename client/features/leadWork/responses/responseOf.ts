import type { WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';

/** What to ask for. Overdue leads wait, too. */
export const responseOf = (selected: readonly string[]): WorkedLeadsQuery['response'] => {
  if (selected.includes('waiting')) return 'waiting';
  return selected.includes('overdue') ? 'overdue' : undefined;
};
