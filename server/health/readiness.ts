import { createProbe } from '#server/lib/createProbe.ts';
import type { Logger } from '#server/lib/logger.ts';

type Need = 'database' | 'queue' | 'api';

/** What a process needs to do its work: each resolves when it is there, and is rejected when not. */
export type Needs = Partial<Record<Need, () => Promise<void>>>;

type ReadinessOptions = {
  needs: Needs;
  isStopping: () => boolean;
  logger: Logger;
};

/** Why a process is not ready, by name; nothing when it is. */
export type Readiness = () => Promise<(Need | 'stopping')[]>;

/** Whoever asks waits no longer, so that a balancer's own limit is not reached. */
const limitMs = 2_000;

export const createReadiness = ({ needs, isStopping, logger }: ReadinessOptions): Readiness => {
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
    return [...missing.flat(), ...(isStopping() ? ['stopping' as const] : [])];
  };
};
