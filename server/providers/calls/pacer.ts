import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countRefusedTurn, observeTurnWait } from '#server/metrics/counters.ts';
import { createFairQueue, createRecentUse } from '#server/lib/flow/fairQueue.ts';
import type { FairQueue } from '#server/lib/flow/fairQueue.ts';
import { pause, reasonOf } from './retry.ts';
import type { Patience } from './retry.ts';
import type { CallBudget, Rate } from './callBudget.ts';
import { ProviderError } from '../ProviderError.ts';

/**
 * Longest wait for a turn. A person who would wait longer is refused at once. A job is retried after the returned wait.
 */
const longestWaitMs: Record<Patience, number> = { interactive: 10_000, background: 120_000 };
/** Most turns reserved per query. */
const turnsPerQuery: Record<Patience, number> = { interactive: 10, background: 4 };
/**
 * Lead time for reserving a person's turn; at least one turn ahead. Turns reserved further ahead would go before those
 * of a workspace that comes later.
 */
const aheadMs = 250;
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

/** `payer`: the workspace or grant that takes turns with others for the key. */
type TurnRequest = { key: string; payer: string; rate: Rate; patience: Patience; signal?: AbortSignal | undefined };

/** `lateAt`: from then on, the turn is missed. */
type Granted = { at: number; lateAt: number; strikes: number };
type Waiter = { payer: string; joinedAt: number; grant: (turn: Granted) => void; refuse: (error: unknown) => void };
/**
 * Calls of one patience waiting for one key. `jobTurnAt`: when jobs are entitled to a turn. `nextAt`: the turn after
 * those that this process has reserved last.
 */
type Lane = { waiters: FairQueue<Waiter>; jobTurnAt: number; nextAt: number };

export type Pacer = ReturnType<typeof createPacer>;

/**
 * Makes calls wait for their turn in the shared budget. Calls for people reserve the next turns; among them, the payer
 * with the fewest turns in the last minute goes first. Jobs take turns that nobody reserved, and one in ten regardless.
 */
export const createPacer = (platform: PlatformId, budget: CallBudget, now: () => number = () => performance.now()) => {
  const lanes = new Map<string, Lane>();
  /** Turns by key and payer. It outlives the lanes. */
  const recent = createRecentUse(now);
  /** Consecutive refusals by the platform known to this process. */
  const strikesOf = new Map<string, number>();
  /** Holds by key, as of `checkedAt`. */
  const holds = new Map<string, { endsAt: number; checkedAt: number }>();
  const named = (key: string): string => `calls ${platform} ${key}`;
  const useName = (key: string, payer: string): string => `${key} ${payer}`;

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

  const refuseAll = (lane: Lane, error: unknown): void => {
    for (const waiter of lane.waiters.inOrder()) {
      lane.waiters.remove(waiter.payer, waiter);
      waiter.refuse(error);
    }
  };

  /** Refuses people who would wait too long; with many payers, those with the most waiting calls. */
  const refuseLate = (lane: Lane, { rate, patience }: TurnRequest, firstMs: number, isHeld: boolean): void => {
    for (const [index, waiter] of lane.waiters.inOrder().entries()) {
      const waitMs = firstMs + index * rate.gapMs;
      if (now() - waiter.joinedAt + waitMs <= longestWaitMs[patience]) continue;
      lane.waiters.remove(waiter.payer, waiter);
      waiter.refuse(refusal(patience, waitMs, isHeld));
    }
  };

  const grantNext = (lane: Lane, key: string, turn: Granted): void => {
    const waiter = lane.waiters.take();
    if (!waiter) return;
    recent.add(useName(key, waiter.payer), 1);
    waiter.grant(turn);
  };

  /** Reserves turns for the next waiters of a lane. */
  const serveNext = async (lane: Lane, { key, rate, patience, ...request }: TurnRequest): Promise<void> => {
    const isJob = patience === 'background';
    const isJobTurn = isJob && now() >= lane.jobTurnAt;
    const turnsAhead = isJob ? turnsPerQuery.background : 1 + Math.floor(aheadMs / rate.gapMs);
    const count = isJobTurn ? 1 : Math.min(lane.waiters.size, turnsPerQuery[patience], turnsAhead);
    // Half the lead time after an own turn, so that a waiting process goes earlier.
    const personsMs = Math.max(aheadMs, rate.gapMs) / (lane.nextAt > now() ? 2 : 1);
    const withinMs = isJobTurn ? longestWaitMs.background : isJob ? 0 : personsMs;
    const askedAt = now();
    const { isGranted, firstMs, strikes } = await budget.reserve(named(key), rate, count, withinMs);
    if (strikes > 0) strikesOf.set(key, strikes);
    else strikesOf.delete(key);
    const reservedAt = now();
    if (isGranted) {
      lane.jobTurnAt = reservedAt + turnsPerJobTurn * rate.gapMs;
      lane.nextAt = reservedAt + firstMs + count * rate.gapMs;
      for (let index = 0; index < count; index += 1) {
        const dueMs = firstMs + index * rate.gapMs;
        // The response may have been in transit while the turn was due.
        const lateAt = askedAt + Math.max(0, dueMs) + Math.max(latestMs, rate.gapMs / 2);
        grantNext(lane, key, { at: reservedAt + dueMs, lateAt, strikes });
      }
      if (!isJob) refuseLate(lane, { key, rate, patience, ...request }, firstMs + count * rate.gapMs, strikes > 0);
      // If jobs reserved further ahead, people would wait longer.
      if (isJob && !isJobTurn) await pause(Math.max(0, firstMs + count * rate.gapMs));
      return;
    }
    // Another process has had a turn since.
    if (reservedAt + firstMs > lane.nextAt + rate.gapMs / 2) lane.nextAt = 0;
    if (firstMs > longestWaitMs[patience]) return refuseAll(lane, refusal(patience, firstMs, strikes > 0));
    if (!isJob) refuseLate(lane, { key, rate, patience, ...request }, firstMs, strikes > 0);
    const untilDueMs = isJob ? Math.min(firstMs, lane.jobTurnAt - reservedAt) : firstMs - personsMs;
    await pause(Math.max(shortestPollMs, untilDueMs));
  };

  const serve = async (name: string, lane: Lane, request: TurnRequest): Promise<void> => {
    try {
      while (lane.waiters.size > 0) await serveNext(lane, request);
    } catch (error) {
      refuseAll(lane, error);
    } finally {
      // Same tick as the last check of the waiters: a later call opens a new lane.
      lanes.delete(name);
    }
  };

  const join = (request: TurnRequest, waiter: Waiter): Lane => {
    const name = `${request.patience} ${request.key}`;
    const present = lanes.get(name);
    if (present) {
      present.waiters.push(waiter.payer, waiter);
      return present;
    }
    const { key, rate } = request;
    const ofKey = { of: (payer: string) => recent.of(useName(key, payer)) };
    const lane: Lane = { waiters: createFairQueue(ofKey), jobTurnAt: now() + turnsPerJobTurn * rate.gapMs, nextAt: 0 };
    lane.waiters.push(waiter.payer, waiter);
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
        lane.waiters.remove(request.payer, waiter);
        leave(() => reject(reasonOf(signal)));
      };
      const waiter: Waiter = {
        payer: request.payer,
        joinedAt: now(),
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
        const { at, lateAt, strikes } = await queue(request);
        const waitMs = at - now();
        if (waitMs > 0) await pause(waitMs, request.signal);
        // The platform refused a call in the meantime: this turn was granted too early.
        if ((strikesOf.get(request.key) ?? 0) > strikes) continue;
        // A busy process would bunch the calls of several turns. If it is always late, it calls anyway.
        if (now() > lateAt && missed < turnsToMiss) {
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
