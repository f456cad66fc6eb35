import { and, asc, eq, sql } from '#server/database/drizzle.ts';
import type { ConnectionAsset } from '#shared/contracts/connections.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { adAccounts, insightAccounts, leadForms, leadPages } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** An ad account or Page of a connection, with the result of its last read. */
export type AssetRow = Pick<ConnectionAsset, 'kind' | 'id' | 'name'> & {
  platform: PlatformId;
  problem: string | null;
  /** Names of lead forms that the platform has deleted since they were read. */
  goneForms: string[];
  readAt: Date | null;
};

/** How long a deleted form is shown. */
const goneFormsShownMs = 30 * 86_400_000;

const listAdAccounts = async (db: Queryable, workspaceId: WorkspaceId): Promise<AssetRow[]> => {
  const rows = await db
    .select({
      platform: adAccounts.platform,
      id: adAccounts.accountId,
      name: adAccounts.name,
      problem: insightAccounts.problem,
      readAt: insightAccounts.readAt,
    })
    .from(adAccounts)
    .leftJoin(
      insightAccounts,
      and(
        eq(insightAccounts.workspaceId, workspaceId),
        eq(insightAccounts.platform, adAccounts.platform),
        eq(insightAccounts.accountId, adAccounts.accountId),
      ),
    )
    .where(eq(adAccounts.workspaceId, workspaceId))
    .orderBy(asc(adAccounts.position));
  return rows.map((row) => ({ kind: 'ad_account', goneForms: [], ...row }));
};

/**
 * A Page problem takes precedence over form problems. A Page without forms counts as read when its leads were
 * subscribed to.
 * @param goneSince forms deleted before this moment are not shown
 */
const listLeadPages = async (db: Queryable, workspaceId: WorkspaceId, goneSince: Date): Promise<AssetRow[]> => {
  const formProblem = sql<string | null>`min('“' || ${leadForms.name} || '”: ' || ${leadForms.problem})`;
  const formsReadAt = sql`max(${leadForms.readAt}) filter (where ${leadForms.problem} is null)`;
  const readAt = sql`case when count(${leadForms.formId}) = 0 then ${leadPages.subscribedAt} else ${formsReadAt} end`;
  const goneForms = sql<string[]>`coalesce(
    array_agg(${leadForms.name} order by ${leadForms.goneAt} desc)
    filter (where ${leadForms.readAt} is not null and ${leadForms.goneAt} > ${goneSince.toISOString()}::timestamptz), '{}')`;
  const rows = await db
    .select({
      platform: leadPages.platform,
      id: leadPages.pageId,
      name: leadPages.name,
      problem: sql<string | null>`coalesce(${leadPages.problem}, ${formProblem})`,
      goneForms,
      readAt: readAt.mapWith(leadForms.readAt),
    })
    .from(leadPages)
    .leftJoin(
      leadForms,
      and(
        eq(leadForms.workspaceId, workspaceId),
        eq(leadForms.platform, leadPages.platform),
        eq(leadForms.pageId, leadPages.pageId),
      ),
    )
    .where(eq(leadPages.workspaceId, workspaceId))
    .groupBy(leadPages.platform, leadPages.pageId, leadPages.name, leadPages.problem, leadPages.subscribedAt)
    .orderBy(asc(leadPages.name), asc(leadPages.pageId));
  return rows.map((row) => ({ kind: 'lead_page', ...row }));
};

/** All ad accounts of the workspace's connections in platform order, then Pages with lead forms. */
export const listAssets = async (db: Queryable, workspaceId: WorkspaceId, now: Date): Promise<AssetRow[]> => [
  ...(await listAdAccounts(db, workspaceId)),
  ...(await listLeadPages(db, workspaceId, new Date(now.getTime() - goneFormsShownMs))),
];
