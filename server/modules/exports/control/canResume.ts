import { verdictOn } from '#server/lib/failures/verdicts.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { resumableSince } from './resumableSince.ts';

/** Whether an ended export can go on: it stopped before its end, not long ago, and another try may end otherwise. */
export const canResume = ({ state, code, finishedAt }: ExportRow, now: Date): boolean => {
  if (finishedAt === null || finishedAt <= resumableSince(now)) return false;
  // Failures without a code are of a version that forgot their rows at once.
  return state === 'cancelled' || (state === 'failed' && code !== null && verdictOn(code) !== 'give-up');
};
