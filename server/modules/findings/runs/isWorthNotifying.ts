import type { Seen } from './planChanges.ts';

/** Minimum share of four weeks' spend. Smaller findings can wait until someone opens the screen. */
const leastShare = 0.1;
const weekDays = 7;

const daysOfSpan = ({ since, until }: { since: string; until: string }): number =>
  Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000) + 1;

/** The change per week, in units of the currency. Null if it is not about money. */
const weeklyChange = ({ kind, said: { change, evidence } }: Seen): number | null => {
  const size = Math.abs(change.after.value - change.before.value);
  if (kind === 'spend-spike' || kind === 'spend-to-zero') return size * weekDays;
  if (kind === 'pacing') return (size / daysOfSpan(change.after)) * weekDays;
  if (kind === 'cpl-shift' && evidence.sample.unit === 'conversions')
    return ((size * evidence.sample.after) / daysOfSpan(change.after)) * weekDays;
  return null;
};

/**
 * Whether to notify about a new finding: all leads or spend stopped, or the finding is large compared with four weeks'
 * spend. Few campaigns reach their daily budgets, so pacing needs a budget that a person entered.
 */
export const isWorthNotifying = (
  seen: Seen,
  { spend, hasEnteredBudget }: { spend: number; hasEnteredBudget: boolean },
): boolean => {
  const { kind, level, stake } = seen;
  if (kind === 'pacing' && !hasEnteredBudget) return false;
  if (kind === 'lead-drought') return true;
  if ((kind === 'spend-to-zero' || kind === 'leads-stopped') && level === 'account') return true;
  const size = Math.max(Number(stake ?? 0), weeklyChange(seen) ?? 0);
  return spend > 0 && size >= leastShare * spend;
};
