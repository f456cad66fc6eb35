import type { ErrorCode } from '#shared/errorCodes.ts';
import { exportResumeDays } from '#shared/limits.ts';
import type { ExportRow } from './exports.store.ts';

/** Another try would end alike. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION',
  'FOREIGN_ACCOUNT',
  'NOTHING_TO_EXPORT',
  'EXPORT_TOO_LARGE',
]);

/** Exports that ended before this moment have no rows any more. */
export const resumableSince = (now: Date): Date => new Date(now.getTime() - exportResumeDays * 86_400_000);

/** Whether an ended export can go on: it stopped before its end, not long ago, and another try may end otherwise. */
export const canResume = ({ state, code, finishedAt }: ExportRow, now: Date): boolean => {
  if (finishedAt === null || finishedAt <= resumableSince(now)) return false;
  // Failures without a code are of a version that forgot their rows at once.
  return state === 'cancelled' || (state === 'failed' && code !== null && !finalCodes.has(code));
};
