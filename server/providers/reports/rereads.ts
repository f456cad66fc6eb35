import type { RereadRule } from './AdReports.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Rules for days that every platform still changes often, and for the older ones of this platform. */
export const rereadsWith = (...older: readonly { upToDays: number; everyDays: number }[]): readonly RereadRule[] => [
  { upToDays: 1, everyMs: hourMs },
  { upToDays: 7, everyMs: dayMs },
  ...older.map(({ upToDays, everyDays }) => ({ upToDays, everyMs: everyDays * dayMs })),
];
