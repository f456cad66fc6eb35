import { and, eq, or, sql } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { exports, insightQueries, notifications, users } from '#server/database/schema.ts';
import { endConnection } from '#server/modules/connections/disconnect.service.ts';
import { deleteLeads } from '#server/modules/leads/lists/deleteLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;
type Owner = { userId: string; platform: PlatformId };
/** Called when something was deleted, which the next try does not find any more. */
type Progressed = () => Promise<void>;

const leadsPerStep = 1_000;

/** Deletes the leads that came from a platform, in small steps; imported ones are not among them. */
export const erasePlatformLeads = async (
  context: Context,
  { userId, platform: of }: Owner,
  receipt: string | null,
  progressed: Progressed,
): Promise<void> => {
  const platform = leadPlatformIds.find((each) => each === of);
  if (!platform) return;
  const ids = sql`select lead_id from leads where user_id = ${userId} and platform = ${platform} limit ${leadsPerStep}`;
  let deleted: number;
  do {
    deleted = await context.db.transaction(async (tx) => {
      const counts = await deleteLeads(tx, { userId, platform }, { ids, remember: 'none', now: context.clock.now() });
      if (receipt !== null) await addToReceipt(tx, receipt, counts);
      return counts.leads;
    });
    if (deleted > 0) await progressed();
  } while (deleted > 0);
  publishLeadsChanged(context, userId, platform);
};

/** What goes with a connection. */
const connectionTables = [
  'connections',
  'ad_accounts',
  'insight_accounts',
  'insight_days',
  'campaign_days',
  'insight_reports',
  'lead_reads',
  'lead_pages',
  'lead_forms',
  'lead_events',
] as const;

const countRows = async (tx: Transaction, table: string, { userId, platform }: Owner): Promise<number> => {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${sql.identifier(table)} where user_id = ${userId} and platform = ${platform}`,
  );
  return rows[0]?.total ?? 0;
};

/** The connection with all that is known through it, but for the leads. */
const eraseConnection = async (tx: Transaction, { userId, platform }: Owner, receipt: string): Promise<void> => {
  const deleted: Record<string, number> = {};
  for (const table of connectionTables) deleted[table] = await countRows(tx, table, { userId, platform });
  await endConnection(tx, { userId, platform });
  const isExport = and(
    eq(exports.userId, userId),
    or(eq(exports.platform, platform), sql`${exports.source}->>'list' = ${platform}`),
  );
  const isQuery = and(eq(insightQueries.userId, userId), eq(insightQueries.platform, platform));
  const isNotice = and(eq(notifications.userId, userId), sql`${notifications.payload}->>'platform' = ${platform}`);
  deleted['exports'] = (await tx.delete(exports).where(isExport)).rowCount ?? 0;
  deleted['insight_queries'] = (await tx.delete(insightQueries).where(isQuery)).rowCount ?? 0;
  deleted['notifications'] = (await tx.delete(notifications).where(isNotice)).rowCount ?? 0;
  await tx
    .update(users)
    .set({ defaultAccounts: sql`jsonb_set(${users.defaultAccounts}, ${`{${platform}}`}::text[], '[]')` })
    .where(eq(users.id, userId));
  await addToReceipt(tx, receipt, deleted);
};

/**
 * Deletes everything that an account has from a platform: the connection, ad accounts and their figures, Pages and forms,
 * leads, exports and notices. Its owner is told why. It can be repeated.
 */
export const erasePlatform = async (
  context: Context,
  owner: Owner,
  receipt: string,
  progressed: Progressed,
): Promise<void> => {
  const { userId, platform } = owner;
  const stored = await context.db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return null;
    await eraseConnection(tx, owner, receipt);
    const payload = { platform, message: messages.privacy.erasedByPlatform(platform) };
    return storeNotification(tx, userId, 'connection_lost', payload, context.clock.now());
  });
  if (!stored) return;
  publishNotification(context, stored);
  await erasePlatformLeads(context, owner, receipt, progressed);
};
