import type { RequestHandler } from 'express';
import type { PlatformId } from '#shared/platforms.ts';
import type { SandboxClock } from './support/clock.ts';

/** One request to a simulated service. */
export type Call = {
  provider: PlatformId;
  /** The path with ids replaced by `*`, e.g. `/v26.0/act_{id}/insights`. */
  endpoint: string;
  method: string;
  /** Arrival time in Unix ms. */
  at: number;
  /** HTTP status of the response; 0 before a response or if the connection was cut. */
  status: number;
};

export type CallLog = ReturnType<typeof createCallLog>;

/** Length of the list, which limits the memory of a long demo. Counts include dropped calls. */
const maxListedCalls = 10_000;

export const createCallLog = () => {
  const calls: Call[] = [];
  const counts = new Map<string, number>();
  return {
    record(call: Call): void {
      calls.push(call);
      if (calls.length > maxListedCalls) calls.shift();
      const key = `${call.provider} ${call.method} ${call.endpoint}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    list: (): readonly Call[] => calls,
    /** Number of calls per endpoint, e.g. `facebook GET /v26.0/act_{id}/insights`. */
    counts: (): Record<string, number> => Object.fromEntries(counts),
  };
};

/** Replaces every id in a path by `*`: numbers with at least six digits, also after a prefix such as `act_`. */
export const endpointOf = (path: string): string => path.replace(/\d{6,}/g, '*');

/**
 * Records every request before faults and handlers. Mount it with `router.use(path, …)` on the provider's API paths.
 * `describe` names endpoints whose ids are not plain numbers.
 */
export const callLogMiddleware =
  (
    context: { calls: CallLog; clock: SandboxClock },
    provider: PlatformId,
    describe: (path: string) => string = endpointOf,
  ): RequestHandler =>
  (request, response, next) => {
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const call: Call = {
      provider,
      endpoint: describe(path),
      method: request.method,
      at: context.clock.now(),
      status: 0,
    };
    context.calls.record(call);
    response.once('finish', () => {
      call.status = response.statusCode;
    });
    next();
  };
