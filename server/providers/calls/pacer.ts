import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countRefusedTurn, observeTurnWait } from '#server/metrics/counters.ts';
import { pause, reasonOf } from './retry.ts';
import type { Patience } from './retry.ts';
import type { CallBudget, Rate } from './callBudget.ts';
import { ProviderError } from '../ProviderError.ts';

/**
 * Longest wait for a turn. A person who would wait longer is refused at once. A job is retried after the returned wait.
 */
const longestWaitMs: Record<Patience, number> = { interactive: 10_000, background: 120_000 };
/** Turns reserved per query. */
const turnsPerQuery: Record<Patience, number> = { interactive: 10, background: 4 };
/** Jobs get at least one in this many turns, per process with waiting jobs. */
const turnsPerJobTurn = 10;
/** Shortest interval between reservations. */
const shortestPollMs = 20;
/**
 * A process that is later than this, or than half a gap, misses its turn. After this many misses it calls at any time.
 */
const latestMs = 100;
const turnsToMiss = 2;
/** How long a process caches the holds set by others. */
const holdsKnownMs = 1_000;

type TurnRequest = { key: string; rate: Rate; patience: Patience; signal?: AbortSignal | undefined };

type Granted = { at: number; strikes: number };
type Waiter = { grant: (turn: Granted) => void; refuse: (error: unknown) => void };
/** Calls of one patience waiting for one key. `jobTurnAt`: when jobs are entitled to a turn. */
type Lane = { waiters: Waiter[]; jobTurnAt: number };

export type Pacer = ReturnType<typeof createPacer>;

/**
 * Makes calls wait for their turn in the shared budget. Calls for people reserve turns as they arrive. Jobs take turns
 * that nobody reserved, and one in ten regardless.
 */
export const createPacer = (platform: PlatformId, budget: CallBudget, now: () => number = () => performance.now()) => {
  const lanes = new Map<string, Lane>();
  /** Consecutive refusals by the platform known to this process. */
  const strikesOf = new Map<string, number>();
  /** Holds by key, as of `checkedAt`. */
  const holds = new Map<string, { endsAt: number; checkedAt: number }>();
  const named = (key: string): string => `calls ${platform} ${key}`;

  /** Error for waiting calls when the platform has no turns left. */
  const refusal = (patience: Patience, waitMs: number, isHeld: boolean): ProviderError => {
    countRefusedTurn(platform, patience);
    return new ProviderError(platform, {
      outcome: 'wait',
      userMessage: isHeld
        ? messages.platform.throttled(platform)
        : `Too many people are reading data from ${platformNames[platform]} right now. Please try again in a minute.`,
      providerCode: isHeld ? 'paused' : 'queue-full',
      retryAfterMs: Math.ceil(Math.max(waitMs, 1_000)),
    });
  };

  /** Reserves turns for the next waiters of a lane. */
  const serveNext = async (lane: Lane, { key, rate, patience }: TurnRequest): Promise<void> => {
    const isJob = patience === 'background';
    const isJobTurn = isJob && now() >= lane.jobTurnAt;
    const count = isJobTurn ? 1 : Math.min(lane.waiters.length, turnsPerQuery[patience]);
    const withinMs = isJob && !isJobTurn ? 0 : longestWaitMs[patience];
    const { isGranted, firstMs, strikes } = await budget.reserve(named(key), rate, count, withinMs);
    if (strikes > 0) strikesOf.set(key, strikes);
    else strikesOf.delete(key);
    const reservedAt = now();
    if (isGranted) {
      lane.jobTurnAt = reservedAt + turnsPerJobTurn * rate.gapMs;
      for (const [index, waiter] of lane.waiters.splice(0, count).entries())
        waiter.grant({ at: reservedAt + firstMs + index * rate.gapMs, strikes });
      // If jobs reserved further ahead, people would wait longer.
      if (isJob && !isJobTurn) await pause(Math.max(0, firstMs + count * rate.gapMs));
    } else if (firstMs > longestWaitMs[patience]) {
      for (const waiter of lane.waiters.splice(0)) waiter.refuse(refusal(patience, firstMs, strikes > 0));
    } else {
      // A person is refused below the longest wait only when another process reserved turns at the same moment.
      await pause(Math.max(shortestPollMs, isJob ? Math.min(firstMs, lane.jobTurnAt - reservedAt) : 0));
    }
  };

  const serve = async (name: string, lane: Lane, request: TurnRequest): Promise<void> => {
    try {
      while (lane.waiters.length > 0) await serveNext(lane, request);
    } catch (error) {
      for (const waiter of lane.waiters.splice(0)) waiter.refuse(error);
    } finally {
      // Same tick as the last check of the waiters: a later call opens a new lane.
      lanes.delete(name);
    }
  };

  const join = (request: TurnRequest, waiter: Waiter): Lane => {
    const name = `${request.patience} ${request.key}`;
    const present = lanes.get(name);
    if (present) {
      present.waiters.push(waiter);
      return present;
    }
    const lane: Lane = { waiters: [waiter], jobTurnAt: now() + turnsPerJobTurn * request.rate.gapMs };
    lanes.set(name, lane);
    void serve(name, lane, request);
    return lane;
  };

  const queue = (request: TurnRequest): Promise<Granted> =>
    new Promise((resolve, reject) => {
      const { signal } = request;
      const leave = (finish: () => void): void => {
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      const onAbort = (): void => {
        lane.waiters = lane.waiters.filter((each) => each !== waiter);
        leave(() => reject(reasonOf(signal)));
      };
      const waiter: Waiter = {
        grant: (turn) => leave(() => resolve(turn)),
        refuse: (error) => leave(() => reject(error)),
      };
      const lane = join(request, waiter);
      signal?.addEventListener('abort', onAbort);
    });

  return {
    /**
     * Waits until the call may be made.
     * @returns the platform's consecutive refusals, for `throttled` and `succeeded`
     * @throws ProviderError `wait` when the turn would come too late
     */
    async takeTurn(request: TurnRequest): Promise<number> {
      const startedAt = now();
      for (let missed = 0; ;) {
        request.signal?.throwIfAborted();
        const { at, strikes } = await queue(request);
        const waitMs = at - now();
        if (waitMs > 0) await pause(waitMs, request.signal);
        // The platform refused a call in the meantime: this turn was granted too early.
        if ((strikesOf.get(request.key) ?? 0) > strikes) continue;
        // A busy process would bunch the calls of several turns. If it is always late, it calls anyway.
        const isLate = waitMs > 0 && now() - at > Math.max(latestMs, request.rate.gapMs / 2);
        if (isLate && missed < turnsToMiss) {
          missed += 1;
          continue;
        }
        observeTurnWait(platform, request.patience, (now() - startedAt) / 1000);
        return strikes;
      }
    },

    /** Spaces the calls of a key by this gap, including the first. */
    async space(key: string, gapMs: number, patience: Patience, signal?: AbortSignal): Promise<void> {
      const { isGranted, firstMs } = await budget.reserve(named(key), { gapMs, burst: 0 }, 1, longestWaitMs[patience]);
      if (!isGranted) throw refusal(patience, firstMs, true);
      observeTurnWait(platform, patience, Math.max(0, firstMs) / 1000);
      await pause(Math.max(0, firstMs), signal);
    },

    /** Records that the platform refused a call made with these strikes. */
    async throttled(key: string, strikes: number, holdsMs: readonly number[]): Promise<void> {
      strikesOf.set(key, Math.max(strikesOf.get(key) ?? 0, strikes + 1));
      await budget.strike(named(key), strikes, holdsMs);
    },

    async succeeded(key: string, strikes: number): Promise<void> {
      if (strikes === 0) return;
      strikesOf.delete(key);
      await budget.forgiveStrikes(named(key), strikes);
    },

    /** Stops calls of all processes for this time. Calls during a block would prolong it. */
    async hold(key: string, ms: number): Promise<void> {
      const endsAt = now() + ms;
      const known = holds.get(key);
      holds.set(key, { endsAt: Math.max(known?.endsAt ?? 0, endsAt), checkedAt: now() });
      await budget.hold([named(key)], ms);
    },

    /** @throws ProviderError `wait` with the rest of the longest hold of these keys */
    async checkHolds(keys: readonly string[], patience: Patience): Promise<void> {
      const at = now();
      for (const [key, { endsAt, checkedAt }] of holds)
        if (endsAt <= at && checkedAt <= at - holdsKnownMs) holds.delete(key);
      const unknown = keys.filter((key) => !holds.has(key));
      if (unknown.length > 0) {
        const rests = await budget.heldFor(unknown.map(named));
        for (const key of unknown) holds.set(key, { endsAt: at + (rests.get(named(key)) ?? 0), checkedAt: at });
      }
      const waitMs = Math.max(...keys.map((key) => holds.get(key)?.endsAt ?? 0)) - now();
      if (waitMs > 0) throw refusal(patience, waitMs, true);
    },
  };
};
