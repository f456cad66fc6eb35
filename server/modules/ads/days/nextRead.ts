import type { ErrorCode } from '#shared/errorCodes.ts';
import { needsPerson, verdictOn } from '#server/lib/failures/verdicts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Read interval of recently viewed accounts, so that the next visit shows recent metrics. */
const defaultMs = hourMs;
const lookedLatelyMs = 2 * dayMs;
/** Other accounts are read once a day, so that every day gets its final metrics. */
const quietMs = dayMs;
/** After this time without a visit, reads stop until the next visit. */
const deleteAfterMs = 30 * dayMs;

const firstPauseMs = minuteMs;
const longestPauseMs = 6 * hourMs;

/** Varies the pause by this share, to spread reads that began together. */
const jitter = 0.1;

/** Value of `next_read_at` that means "never": wait until someone visits or grants access again. */
export const notByItself = new Date('9999-12-31T00:00:00Z');

/** Milliseconds until the next read of an account; null if none is scheduled. */
export type Pause = number | null;

const about = (pauseMs: number): number => pauseMs * (1 - jitter + 2 * jitter * Math.random());

/** The pause after a successful read. */
export const pauseAfterRead = (lookedAt: Date, now: Date): Pause => {
  const sinceLookMs = now.getTime() - lookedAt.getTime();
  if (sinceLookMs >= deleteAfterMs) return null;
  return about(sinceLookMs < lookedLatelyMs ? defaultMs : quietMs);
};

/** The pause of an account that has failed since `failingSince`. Pauses double. */
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
