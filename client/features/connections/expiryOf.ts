import type { Connection } from '#shared/contracts/connections.ts';
import { daysLeft } from '#shared/lib/daysLeft.ts';
import { expiryReminderDays } from '#shared/limits.ts';

/** Days that a working grant still lasts, once they are few enough to tell; else null. */
export const expiryOf = ({ state, expiresAt }: Pick<Connection, 'state' | 'expiresAt'>): number | null => {
  if (state !== 'connected' || expiresAt === null) return null;
  const days = daysLeft(new Date(expiresAt), new Date());
  return days <= expiryReminderDays[0] ? days : null;
};
