import { verdictOn } from '#server/lib/failures/verdicts.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { resumableSince } from './resumableSince.ts';

/** Whether an ended export can be resumed: it stopped early, recently, and a new attempt can succeed. */
export const canResume = ({ state, code, finishedAt }: ExportRow, now: Date): boolean => {
  if (finishedAt === null || finishedAt <= resumableSince(now)) return false;
  // Exports that failed without a code come from a version that deleted the rows at once.
  return state === 'cancelled' || (state === 'failed' && code !== null && verdictOn(code) !== 'give-up');
};
