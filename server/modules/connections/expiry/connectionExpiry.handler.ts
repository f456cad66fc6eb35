import * as z from 'zod';
import { daysLeft } from '#shared/lib/daysLeft.ts';
import { expiryReminderDays } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { listEndingConnections, recordReminder } from './connectionExpiry.store.ts';
import { hasRunOut } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';
import { loseConnection } from '#server/modules/connections/access/loseConnection.ts';

/** Notifies owners of grants that cannot be renewed, before and after expiry. */
export const connectionExpiryJob = defineJob({
  name: 'connection-expiry',
  payload: z.strictObject({}),
  concurrency: 1,
});

/** Grants per query. */
const batchSize = 200;

const notifyExpiry = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  row: ConnectionRow,
  expiresAt: Date,
): Promise<void> => {
  const { workspaceId, platform } = row;
  const now = context.clock.now();
  const days = daysLeft(expiresAt, now);
  // After a downtime that spans several reminders, only the last one is sent.
  const reminder = expiryReminderDays.findLast((each) => each >= days);
  if (reminder === undefined) return;
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId);
    if (!(await recordReminder(tx, row, reminder))) return null;
    const payload = { platform, days, message: messages.connections.expiring(platform, days) };
    return storeNotification(tx, { workspaceId, members }, 'connection_expiring', payload, now);
  });
  if (stored) publishNotification(context, stored);
};

/** One transaction per grant, so that notifications are kept if the process stops at the next grant. */
export const notifyExpiries = async (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher'>,
): Promise<void> => {
  let rows: ConnectionRow[];
  do {
    rows = await listEndingConnections(context.db, context.clock.now(), batchSize);
    for (const row of rows) {
      if (hasRunOut(row, context.clock.now()))
        await loseConnection(context, row, messages.connections.expired(row.platform));
      else if (row.accessTokenExpiresAt) await notifyExpiry(context, row, row.accessTokenExpiresAt);
    }
  } while (rows.length === batchSize);
};

export const handleConnectionExpiry = (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher'>,
): JobHandler => handleJob(connectionExpiryJob, () => notifyExpiries(context));
