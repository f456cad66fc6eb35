import type { ErrorCode } from '#shared/errorCodes.ts';
import { needsPerson, verdictOn } from '#server/lib/failures/verdicts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Figures that somebody has looked at lately are read so often that a first look finds them nearly new. */
const usualMs = 3 * hourMs;
const lookedLatelyMs = 2 * dayMs;
/** Others once a day, so that no day of them gets lost before it has its final figures. */
const quietMs = dayMs;
/** Whoever has not looked for so long has the rest read when they come back. */
const deleteAfterMs = 30 * dayMs;

const firstPauseMs = minuteMs;
const longestPauseMs = 6 * hourMs;

/** Reads of many accounts that began together drift apart by so much of the pause. */
const jitter = 0.1;

/** Where `next_read_at` stands for never: not before somebody looks, or grants access again. */
export const notByItself = new Date('9999-12-31T00:00:00Z');

/** Milliseconds until an account is read again; null: not by itself. */
export type Pause = number | null;

const about = (pauseMs: number): number => pauseMs * (1 - jitter + 2 * jitter * Math.random());

/** The pause of an account that was read without a fault. */
export const pauseAfterRead = (lookedAt: Date, now: Date): Pause => {
  const sinceLookMs = now.getTime() - lookedAt.getTime();
  if (sinceLookMs >= deleteAfterMs) return null;
  return about(sinceLookMs < lookedLatelyMs ? usualMs : quietMs);
};

/** The pause of an account that has been failing since then: the pauses double. */
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
