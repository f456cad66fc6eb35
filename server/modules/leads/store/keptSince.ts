import type { AppContext } from '#server/AppContext.ts';

/** The time before which leads are not kept; null when the installation keeps all leads. */
export const keptSince = ({ env, clock }: Pick<AppContext, 'env' | 'clock'>): Date | null =>
  env.LEAD_RETENTION_DAYS === undefined ? null : new Date(clock.now().getTime() - env.LEAD_RETENTION_DAYS * 86_400_000);
