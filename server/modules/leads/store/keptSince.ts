import type { AppContext } from '#server/AppContext.ts';

/** Leads from before this moment are not kept in this installation; null: all are. */
export const keptSince = ({ env, clock }: Pick<AppContext, 'env' | 'clock'>): Date | null =>
  env.LEAD_RETENTION_DAYS === undefined ? null : new Date(clock.now().getTime() - env.LEAD_RETENTION_DAYS * 86_400_000);
