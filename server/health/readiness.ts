import { createProbe } from '#server/lib/flow/createProbe.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

type Need = 'database' | 'queue' | 'api';

/** Checks for the parts that a process needs. A check rejects when its part is unavailable. */
export type Needs = Partial<Record<Need, () => Promise<void>>>;

/** A signal ends a `starting` process at once, because its orderly stop is not set up yet. */
export type Phase = 'starting' | 'serving' | 'stopping';

type ReadinessOptions = {
  needs: Needs;
  phase: () => Phase;
  logger: Logger;
};

/** The reasons why a process is not ready; empty when it is. */
export type Readiness = () => Promise<(Need | Exclude<Phase, 'serving'>)[]>;

/** Shorter than the timeout of a load balancer. */
const limitMs = 2_000;

export const createReadiness = ({ needs, phase, logger }: ReadinessOptions): Readiness => {
  const probes = (['database', 'queue', 'api'] as const).flatMap((need) => {
    const ask = needs[need];
    if (!ask) return [];
    const probe = createProbe({
      ask: async () => {
        await ask();
        return true;
      },
      limitMs,
      onFault: (error) => logger.warn({ area: 'health', need, err: error }, 'not ready'),
    });
    return [{ need, probe }];
  });
  return async () => {
    const missing = await Promise.all(probes.map(async ({ need, probe }) => ((await probe()) ? [] : [need])));
    const now = phase();
    return [...missing.flat(), ...(now === 'serving' ? [] : [now])];
  };
};
