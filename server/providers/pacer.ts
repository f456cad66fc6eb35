import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countRefusedTurn, observeTurnWait } from '#server/metrics/counters.ts';
import { pause, reasonOf } from './retry.ts';
import type { Patience } from './retry.ts';
import type { CallBudget, Rate } from './callBudget.ts';
import { ProviderError } from './ProviderError.ts';

/**
 * The longest wait for a turn. A person who would wait longer is told so at once. A job comes back later, with the
 * wait that it was told.
 */
const longestWaitMs: Record<Patience, number> = { interactive: 10_000, background: 120_000 };
/** Turns reserved with one query. */
const turnsPerQuery: Record<Patience, number> = { interactive: 10, background: 4 };
/** Jobs get at least one turn in so many, for each process that has jobs waiting. */
const turnsPerJobTurn = 10;
/** Nobody asks for a turn more often. */
const shortestPollMs = 20;
/** A process that is later than this, or than half a gap, misses its turn. After so many misses it calls at any time. */
const latestMs = 100;
const turnsToMiss = 2;
/** How long a process relies on what it knows of holds by others. */
const holdsKnownMs = 1_000;

type TurnRequest = { key: string; rate: Rate; patience: Patience; signal?: AbortSignal | undefined };

type Granted = { at: number; strikes: number };
type Waiter = { grant: (turn: Granted) => void; refuse: (error: unknown) => void };
/** Calls of one patience that wait for a turn of one key; `jobTurnAt`: when jobs have a claim on a turn. */
type Lane = { waiters: Waiter[]; jobTurnAt: number };

export type Pacer = ReturnType<typeof createPacer>;

/**
 * Has calls wait for their turn in the shared budget. Calls for people reserve turns as they come. Jobs take a turn when
 * none is reserved, and one in ten even then.
 */
export const createPacer = (platform: PlatformId, budget: CallBudget, now: () => number = () => performance.now()) => {
  const lanes = new Map<string, Lane>();
  /** Refusals in a row by the platform, as this process knows them. */
  const strikesOf = new Map<string, number>();
  /** Holds by key, as of `checkedAt`. */
  const holds = new Map<string, { endsAt: number; checkedAt: number }>();
  const named = (key: string): string => `calls ${platform} ${key}`;

  /** What waits for its turn is refused when the platform has none to give. */
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
      // Turns that jobs reserve further ahead would keep people waiting.
      if (isJob && !isJobTurn) await pause(Math.max(0, firstMs + count * rate.gapMs));
    } else if (firstMs > longestWaitMs[patience]) {
      for (const waiter of lane.waiters.splice(0)) waiter.refuse(refusal(patience, firstMs, strikes > 0));
    } else {
      // A person is refused below the longest wait only when another process reserved turns in the same moment.
      await pause(Math.max(shortestPollMs, isJob ? Math.min(firstMs, lane.jobTurnAt - reservedAt) : 0));
    }
  };

  const serve = async (name: string, lane: Lane, request: TurnRequest): Promise<void> => {
    try {
      while (lane.waiters.length > 0) await serveNext(lane, request);
    } catch (error) {
      for (const waiter of lane.waiters.splice(0)) waiter.refuse(error);
    } finally {
      // In the same step as the last look at the waiters: a call that comes later opens a new lane.
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
     * @returns the platform's refusals in a row, for `throttled` and `succeeded`
     * @throws ProviderError `wait` when the turn would come too late
     */
    async takeTurn(request: TurnRequest): Promise<number> {
      const startedAt = now();
      for (let missed = 0; ;) {
        request.signal?.throwIfAborted();
        const { at, strikes } = await queue(request);
        const waitMs = at - now();
        if (waitMs > 0) await pause(waitMs, request.signal);
        // The platform has refused a call meanwhile: the turn was given out too early.
        if ((strikesOf.get(request.key) ?? 0) > strikes) continue;
        // A busy process would make the calls of several turns at once. One that is always late calls all the same.
        const isLate = waitMs > 0 && now() - at > Math.max(latestMs, request.rate.gapMs / 2);
        if (isLate && missed < turnsToMiss) {
          missed += 1;
          continue;
        }
        observeTurnWait(platform, request.patience, (now() - startedAt) / 1000);
        return strikes;
      }
    },

    /** Keeps calls of a key so far apart, the first one included. */
    async space(key: string, gapMs: number, patience: Patience, signal?: AbortSignal): Promise<void> {
      const { isGranted, firstMs } = await budget.reserve(named(key), { gapMs, burst: 0 }, 1, longestWaitMs[patience]);
      if (!isGranted) throw refusal(patience, firstMs, true);
      observeTurnWait(platform, patience, Math.max(0, firstMs) / 1000);
      await pause(Math.max(0, firstMs), signal);
    },

    /** The platform has refused a call that was made with these strikes. */
    async throttled(key: string, strikes: number, holdsMs: readonly number[]): Promise<void> {
      strikesOf.set(key, Math.max(strikesOf.get(key) ?? 0, strikes + 1));
      await budget.strike(named(key), strikes, holdsMs);
    },

    async succeeded(key: string, strikes: number): Promise<void> {
      if (strikes === 0) return;
      strikesOf.delete(key);
      await budget.forgiveStrikes(named(key), strikes);
    },

    /** No process calls for so long. Calling while the platform blocks lengthens the block. */
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
