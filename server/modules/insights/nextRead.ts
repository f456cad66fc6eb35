import type { ErrorCode } from '#shared/errorCodes.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Figures that somebody has looked at lately are read so often that a first look finds them nearly new. */
const usualMs = 3 * hourMs;
const lookedLatelyMs = 2 * dayMs;
/** Others once a day, so that no day of them gets lost before it has its final figures. */
const quietMs = dayMs;
/** Whoever has not looked for so long has the rest read when they come back. */
const forgottenMs = 30 * dayMs;

const firstPauseMs = minuteMs;
const longestPauseMs = 6 * hourMs;

/** Reads of many accounts that began together drift apart by so much of the pause. */
const jitter = 0.1;

/** Not before somebody looks, or grants access again. */
export const notByItself = new Date('9999-12-31T00:00:00Z');

const after = (now: Date, pauseMs: number): Date =>
  new Date(now.getTime() + pauseMs * (1 - jitter + 2 * jitter * Math.random()));

/** When an account is read again that was read without a fault. */
export const nextReadAfter = (lookedAt: Date, now: Date): Date => {
  const sinceLookMs = now.getTime() - lookedAt.getTime();
  if (sinceLookMs >= forgottenMs) return notByItself;
  return after(now, sinceLookMs < lookedLatelyMs ? usualMs : quietMs);
};

/** What only the person can put right. */
const needsPerson: readonly ErrorCode[] = ['NOT_CONNECTED', 'RECONNECT_NEEDED', 'SCOPE_MISSING', 'FOREIGN_ACCOUNT'];

/** When an account is tried again that has been failing since then: the pauses double. */
export const nextTryAfter = (code: ErrorCode, failingSince: Date, retryAfterMs: number | null, now: Date): Date => {
  if (needsPerson.includes(code)) return notByItself;
  const pauseMs = Math.min(Math.max(now.getTime() - failingSince.getTime(), firstPauseMs), longestPauseMs);
  return new Date(Math.max(after(now, pauseMs).getTime(), now.getTime() + (retryAfterMs ?? 0)));
};
