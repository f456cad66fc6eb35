import type { ErrorCode } from '#shared/errorCodes.ts';
import { needsPerson, verdictOn } from '#server/lib/failures/verdicts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Recently viewed metrics are read this often, so that the next visit finds them nearly new. */
const defaultMs = hourMs;
const lookedLatelyMs = 2 * dayMs;
/** Other accounts are read once a day, so that each of their days gets its final metrics. */
const quietMs = dayMs;
/** After so long without a visit, the remaining days are read at the next one. */
const deleteAfterMs = 30 * dayMs;

const firstPauseMs = minuteMs;
const longestPauseMs = 6 * hourMs;

/** Spreads reads that began together by this share of the pause. */
const jitter = 0.1;

/** `next_read_at` with the meaning "never": not before someone visits, or grants access again. */
export const notByItself = new Date('9999-12-31T00:00:00Z');

/** Milliseconds until the next read of an account; null: none is scheduled. */
export type Pause = number | null;

const about = (pauseMs: number): number => pauseMs * (1 - jitter + 2 * jitter * Math.random());

/** The pause after a read without a failure. */
export const pauseAfterRead = (lookedAt: Date, now: Date): Pause => {
  const sinceLookMs = now.getTime() - lookedAt.getTime();
  if (sinceLookMs >= deleteAfterMs) return null;
  return about(sinceLookMs < lookedLatelyMs ? defaultMs : quietMs);
};

/** The pause of an account that has been failing since then; pauses double. */
export const pauseAfterFailure = (
  code: ErrorCode,
  failingSince: Date,
  retryAfterMs: number | null,
  now: Date,
): Pause => {
  const verdict = verdictOn(code);
  if (needsPerson(verdict) || verdict === 'give-up') return null;
  const pauseMs = Math.min(Math.max(now.getTime() - failingSince.getTime(), firstPauseMs), longestPauseMs);
  return Math.max(about(pauseMs), retryAfterMs ?? 0);
};
