import { setTimeout as sleep } from 'node:timers/promises';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { Person } from '#testing/people.ts';
import { now } from '#testing/startProduct.ts';

/** The result of one request. Status 0: the connection was refused or broke. */
export type Answer = { at: number; status: number; ms: number; retryAfter: string | null };

export type Load = { answers: Answer[]; stop(): Promise<Answer[]> };

/** The response has a Retry-After header. */
export const isRefusal = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter !== null;

/** A longer request counts as a hang. */
const giveUpMs = 30_000;

export const askOnce = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const at = now();
  const end = (status: number, retryAfter: string | null = null): Answer => ({
    at,
    status,
    retryAfter,
    ms: now() - at,
  });
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(giveUpMs) });
    await response.arrayBuffer();
    return end(response.status, response.headers.get('retry-after'));
  } catch {
    return end(0);
  }
};

/** Sends the same request at a fixed rate, without waiting for earlier responses. */
export const startLoad = (url: string, token: string, perSecond: number): Load => {
  const answers: Answer[] = [];
  const open = new Set<Promise<unknown>>();
  const init = { headers: { authorization: `Bearer ${token}` } };
  const timer = setInterval(() => {
    const ask = async (): Promise<void> => {
      answers.push(await askOnce(url, init));
      open.delete(asking);
    };
    const asking = ask();
    open.add(asking);
  }, 1000 / perSecond);
  return {
    answers,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return answers;
    },
  };
};

/** Repeats a request until the status is 200. @returns how long that took */
export const timeUntilOk = async (url: string, token: string, withinMs = 60_000): Promise<number> => {
  const startedAt = performance.now();
  for (;;) {
    const { status } = await askOnce(url, { headers: { authorization: `Bearer ${token}` } });
    if (status === 200) return performance.now() - startedAt;
    if (performance.now() - startedAt > withinMs) return Number.POSITIVE_INFINITY;
    await sleep(20);
  }
};

/** The response, or null if the process died meanwhile. */
export const answerOf = <T>(asking: Promise<T>): Promise<T | null> =>
  asking.catch((error: unknown) => {
    if (error instanceof TypeError) return null;
    throw error;
  });

type SaveOptions = { perRequest?: number; pauseMs?: number; pauseAfterFailureMs?: number; repeats?: boolean };

export type Saving = {
  /** The result of each request. Status 0: no response. */
  saves: { at: number; status: number; ms: number }[];
  /** The ids of the acknowledged leads. */
  acknowledged: string[];
  stop(): Promise<void>;
};

/** Saves leads with sequential requests until stopped. @param repeats repeats each request until it succeeds */
export const keepSaving = (
  person: Person,
  rows: readonly Record<string, string>[],
  { perRequest = 1, pauseMs = 5, pauseAfterFailureMs = pauseMs, repeats = false }: SaveOptions = {},
): Saving => {
  const over = new AbortController();
  const saves: Saving['saves'] = [];
  const acknowledged: string[] = [];
  const run = async (): Promise<void> => {
    for (let first = 0; first < rows.length && !over.signal.aborted;) {
      const leads = rows.slice(first, first + perRequest);
      const at = now();
      const answer = await answerOf(person.request(saveCustomLeads, { body: { leads } }));
      saves.push({ at, status: answer?.status ?? 0, ms: now() - at });
      const isSaved = answer?.status === 200;
      if (isSaved) acknowledged.push(...leads.map(({ id }) => id ?? ''));
      if (isSaved || !repeats) first += perRequest;
      await sleep(isSaved ? pauseMs : pauseAfterFailureMs);
    }
  };
  const done = run();
  return {
    saves,
    acknowledged,
    stop: () => {
      over.abort();
      return done;
    },
  };
};
