import type { Connection } from '#shared/contracts/connections.ts';
import { daysLeft } from '#shared/lib/daysLeft.ts';
import { expiryReminderDays } from '#shared/limits.ts';

/** Days until a working grant expires, if few enough to warn; else null. */
export const expiryOf = ({ state, expiresAt }: Pick<Connection, 'state' | 'expiresAt'>): number | null => {
  if (state !== 'connected' || expiresAt === null) return null;
  const days = daysLeft(new Date(expiresAt), new Date());
  return days <= expiryReminderDays[0] ? days : null;
};
