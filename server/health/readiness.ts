import { createProbe } from '#server/lib/flow/createProbe.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

type Need = 'database' | 'queue' | 'api';

/** What a process needs to do its work: each resolves when it is there, and is rejected when not. */
export type Needs = Partial<Record<Need, () => Promise<void>>>;

/** A process that is starting has not yet set how it stops: a signal would end it at once. */
export type Phase = 'starting' | 'serving' | 'stopping';

type ReadinessOptions = {
  needs: Needs;
  phase: () => Phase;
  logger: Logger;
};

/** Why a process is not ready, by name; nothing when it is. */
export type Readiness = () => Promise<(Need | Exclude<Phase, 'serving'>)[]>;

/** A caller waits no longer, so that the balancer's own limit is not reached. */
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
