import { setTimeout as sleep } from 'node:timers/promises';

/** The result of one request. Status 0: the connection was refused or broke. */
export type Answer = { at: number; status: number; ms: number; retryAfter: string | null };

export type Load = { answers: Answer[]; stop(): Promise<Answer[]> };

/** A longer request counts as hanging. */
const giveUpMs = 30_000;

export const askOnce = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const at = performance.timeOrigin + performance.now();
  const end = (status: number, retryAfter: string | null = null): Answer => ({
    at,
    status,
    retryAfter,
    ms: performance.timeOrigin + performance.now() - at,
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
