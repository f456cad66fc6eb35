import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { tooManyReads } from '#server/lib/failures/errors.ts';
import { createFairTurns } from '#server/lib/flow/fairTurns.ts';
import type { FairTurns } from '#server/lib/flow/fairTurns.ts';
import { countThrottled } from '#server/metrics/counters.ts';
import { heavyCalls } from './heavyCalls.ts';

/**
 * The pool has ten connections, and a heavy call uses one at a time. Six therefore stay free for light calls and jobs,
 * and a workspace can keep two database processors busy.
 */
const limits = { atOnce: 4, atOnceEach: 2, waitingEach: 60 };
const retryAfterSeconds = 5;

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
const heavyNames = new Set(heavyCalls.map(nameOf));

export const isHeavy = (endpoint: Pick<Endpoint, 'method' | 'path'>): boolean => heavyNames.has(nameOf(endpoint));

/** The turns of one process, because each process has its own pool. */
export const createHeavyTurns = (): FairTurns =>
  createFairTurns({
    ...limits,
    refuse: () => {
      countThrottled('heavy-calls');
      return tooManyReads(retryAfterSeconds);
    },
  });
