import { and, eq, inArray, isNull, or, sql } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { exports, findings, insightQueries, notifications } from '#server/database/schema.ts';
import { endConnection } from './grants/endGrant.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import { updateMembership } from '#server/modules/users/members/members.store.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { eraseAnswersWith } from '#server/answers/erasedAnswers.store.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;
type Owner = { workspaceId: WorkspaceId; platform: PlatformId };
/** Called after each deletion. A later attempt does not repeat the deletion. */
type Progressed = () => Promise<void>;

const leadsPerStep = 1_000;

/** Deletes the leads of a platform in small steps, also those that were imported as well. Other imported leads stay. */
export const erasePlatformLeads = async (
  context: Context,
  { workspaceId, platform: of }: Owner,
  receipt: string | null,
  progressed: Progressed,
): Promise<void> => {
  const platform = leadPlatformIds.find((each) => each === of);
  if (!platform) return;
  const ids = sql`select lead_id from leads where workspace_id = ${workspaceId} and list = ${platform} limit ${leadsPerStep}`;
  let deleted: number;
  do {
    deleted = await context.db.transaction(async (tx) => {
      const counts = await deleteLeads(
        tx,
        { workspaceId, list: platform },
        { ids, reason: null, now: context.clock.now() },
      );
      if (receipt !== null) await addToReceipt(tx, receipt, counts);
      return counts.leads;
    });
    if (deleted > 0) await progressed();
  } while (deleted > 0);
  for (const list of [platform, 'custom'] as const) publishLeadsChanged(context, workspaceId, list);
};

/** The tables with rows of a connection. */
const connectionTables = [
  'connections',
  'ad_accounts',
  'insight_accounts',
  'insight_days',
  'campaign_days',
  'ad_objects',
  'ad_totals',
  'ad_days',
  'ad_day_reads',
  'ad_changes',
  'insight_reports',
  'findings',
  'finding_runs',
  'budgets',
  'lead_reads',
  'lead_pages',
  'lead_forms',
  'lead_events',
] as const;

const countRows = async (tx: Transaction, table: string, { workspaceId, platform }: Owner): Promise<number> => {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${sql.identifier(table)} where workspace_id = ${workspaceId} and platform = ${platform}`,
  );
  return rows[0]?.total ?? 0;
};

/** Deletes the connection and all data from it, except the leads. */
const eraseConnection = async (
  tx: Transaction,
  { workspaceId, platform }: Owner,
  members: readonly string[],
  receipt: string,
): Promise<void> => {
  const deleted: Record<string, number> = {};
  for (const table of connectionTables) deleted[table] = await countRows(tx, table, { workspaceId, platform });
  // Delete these notifications first, while their findings still exist.
  const own = sql`select id from ${findings} where workspace_id = ${workspaceId} and platform = ${platform}`;
  const isOfFinding = and(
    eq(notifications.workspaceId, workspaceId),
    eq(notifications.event, 'finding_opened'),
    sql`${notifications.payload}->>'findingId' in (${own})`,
  );
  const ofFindings = (await tx.delete(notifications).where(isOfFinding)).rowCount ?? 0;
  await endConnection(tx, { workspaceId, platform });
  const isExport = and(
    eq(exports.workspaceId, workspaceId),
    or(eq(exports.platform, platform), sql`${exports.source}->>'list' in (${platform}, 'allLeads')`),
  );
  const isQuery = and(eq(insightQueries.workspaceId, workspaceId), eq(insightQueries.platform, platform));
  const isOfPlatform = and(
    inArray(notifications.userId, [...members]),
    or(eq(notifications.workspaceId, workspaceId), isNull(notifications.workspaceId)),
    sql`${notifications.payload}->>'platform' = ${platform}`,
  );
  deleted['exports'] = (await tx.delete(exports).where(isExport)).rowCount ?? 0;
  deleted['insight_queries'] = (await tx.delete(insightQueries).where(isQuery)).rowCount ?? 0;
  deleted['notifications'] = ofFindings + ((await tx.delete(notifications).where(isOfPlatform)).rowCount ?? 0);
  for (const userId of members) {
    const defaultAccounts = await readDefaultAccounts(tx, { workspaceId, userId });
    await updateMembership(tx, { workspaceId, userId }, { defaultAccounts: { ...defaultAccounts, [platform]: [] } });
  }
  await addToReceipt(tx, receipt, deleted);
};

/**
 * Deletes all data of a platform from a workspace: the connection, ad accounts and their metrics, Pages and forms,
 * leads, exports and notifications. Notifies the members of the reason. Can be repeated.
 */
export const erasePlatform = async (
  context: Context,
  owner: Owner,
  receipt: string,
  progressed: Progressed,
): Promise<void> => {
  const { workspaceId, platform } = owner;
  const stored = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId);
    if (members.length === 0) return null;
    await eraseConnection(tx, owner, members, receipt);
    const payload = { platform, message: messages.privacy.erasedByPlatform(platform) };
    return storeNotification(tx, { workspaceId, members }, 'connection_lost', payload, context.clock.now());
  });
  if (!stored) return;
  publishNotification(context, stored);
  await erasePlatformLeads(context, owner, receipt, progressed);
  await context.db.transaction(async (tx) =>
    addToReceipt(tx, receipt, { idempotency_keys: await eraseAnswersWith(tx, workspaceId, [platform]) }),
  );
};
