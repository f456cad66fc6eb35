import { and, eq, inArray, isNotNull, ne, notInArray, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { leadPages } from '#server/database/schema.ts';
import type { LeadReadKey } from './leadReads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A stored Page with a sealed token. */
export type LeadPageRow = typeof leadPages.$inferSelect;
type ListedPage = Pick<LeadPageRow, 'pageId' | 'name' | 'accessToken'>;

const isOwn = ({ workspaceId, platform }: LeadReadKey) =>
  and(eq(leadPages.workspaceId, workspaceId), eq(leadPages.platform, platform));
const isPage = (key: LeadReadKey, pageId: string) => and(isOwn(key), eq(leadPages.pageId, pageId));

export const listLeadPages = (db: Queryable, key: LeadReadKey): Promise<LeadPageRow[]> =>
  db.select().from(leadPages).where(isOwn(key)).orderBy(leadPages.pageId);

export const findLeadPage = async (db: Queryable, key: LeadReadKey, pageId: string): Promise<LeadPageRow | null> => {
  const [row] = await db.select().from(leadPages).where(isPage(key, pageId));
  return row ?? null;
};

/**
 * Serializes transactions that change many Pages. A disconnect also changes Pages of other workspaces, so two
 * simultaneous disconnects could deadlock.
 */
const changeOneAtATime = async (tx: Transaction, platform: LeadPageRow['platform']): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lead pages ${platform}`}, 0))`);
};

/** Replaces the stored Pages with the Pages that the grant can access now. Known Pages keep their subscription. */
export const replaceLeadPages = async (
  tx: Transaction,
  { workspaceId, platform }: LeadReadKey,
  pages: readonly ListedPage[],
  listedAt: Date,
): Promise<void> => {
  await changeOneAtATime(tx, platform);
  const ids = pages.map(({ pageId }) => pageId);
  await tx
    .delete(leadPages)
    .where(and(isOwn({ workspaceId, platform }), ids.length > 0 ? notInArray(leadPages.pageId, ids) : undefined));
  if (pages.length === 0) return;
  await tx
    .insert(leadPages)
    .values(pages.map((page) => ({ ...page, workspaceId, platform, listedAt })))
    .onConflictDoUpdate({
      target: [leadPages.workspaceId, leadPages.platform, leadPages.pageId],
      set: { name: sql`excluded.name`, accessToken: sql`excluded.access_token`, listedAt: sql`excluded.listed_at` },
    });
};

export const updateLeadPage = async (
  db: Queryable,
  key: LeadReadKey,
  pageId: string,
  change: Partial<Pick<LeadPageRow, 'subscribedAt' | 'subscriptionId' | 'problem'>>,
): Promise<void> => {
  await db.update(leadPages).set(change).where(isPage(key, pageId));
};

/** Makes all Pages subscribe again: a new grant may have ended the subscriptions of the old grant. */
export const renewSubscriptions = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await changeOneAtATime(tx, key.platform);
  await tx.update(leadPages).set({ subscribedAt: null }).where(isOwn(key));
};

/** Makes the Pages of all workspaces subscribe again, after the address of the installation changed. */
export const renewSubscriptionsOfAll = async (tx: Transaction, platform: LeadPageRow['platform']): Promise<void> => {
  await changeOneAtATime(tx, platform);
  await tx.update(leadPages).set({ subscribedAt: null }).where(eq(leadPages.platform, platform));
};

/** The Pages of a workspace that other workspaces have also connected. */
export const listSharedPageIds = async (db: Queryable, { workspaceId, platform }: LeadReadKey): Promise<string[]> => {
  const own = db.select({ pageId: leadPages.pageId }).from(leadPages).where(isOwn({ workspaceId, platform }));
  const shared = await db
    .selectDistinct({ pageId: leadPages.pageId })
    .from(leadPages)
    .where(
      and(eq(leadPages.platform, platform), ne(leadPages.workspaceId, workspaceId), inArray(leadPages.pageId, own)),
    );
  return shared.map(({ pageId }) => pageId);
};

/**
 * Deletes the Pages of a workspace. Other workspaces with the same Pages subscribe again at their next read, because a
 * subscription may end with this grant.
 */
export const deleteLeadPages = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await changeOneAtATime(tx, key.platform);
  const shared = await listSharedPageIds(tx, key);
  if (shared.length > 0)
    await tx
      .update(leadPages)
      .set({ subscribedAt: null })
      .where(
        and(
          eq(leadPages.platform, key.platform),
          ne(leadPages.workspaceId, key.workspaceId),
          inArray(leadPages.pageId, shared),
          isNotNull(leadPages.subscribedAt),
        ),
      );
  await tx.delete(leadPages).where(isOwn(key));
};

/** The workspaces that have connected these Pages, sorted by workspace. */
export const listOwnersOfPages = (
  db: Queryable,
  platform: LeadPageRow['platform'],
  pageIds: readonly string[],
): Promise<{ workspaceId: WorkspaceId; pageId: string }[]> =>
  db
    .select({ workspaceId: leadPages.workspaceId, pageId: leadPages.pageId })
    .from(leadPages)
    .where(and(eq(leadPages.platform, platform), inArray(leadPages.pageId, [...pageIds])))
    .orderBy(leadPages.workspaceId);

/** Filters the given Pages to those that any workspace has connected. */
export const listKnownPageIds = async (
  db: Queryable,
  platform: LeadPageRow['platform'],
  pageIds: readonly string[],
): Promise<string[]> => {
  const known = await db
    .selectDistinct({ pageId: leadPages.pageId })
    .from(leadPages)
    .where(and(eq(leadPages.platform, platform), inArray(leadPages.pageId, [...pageIds])));
  return known.map(({ pageId }) => pageId);
};

const isConnected = async (tx: Transaction, page: LeadPageRow, strength: 'update' | 'key share'): Promise<boolean> => {
  const found = await tx
    .select({ pageId: leadPages.pageId })
    .from(leadPages)
    .where(isPage(page, page.pageId))
    .for(strength);
  return found.length > 0;
};

/** Whether the Page is still connected. Prevents a disconnect until the transaction ends. */
export const holdLeadPage = (tx: Transaction, page: LeadPageRow): Promise<boolean> =>
  isConnected(tx, page, 'key share');

/** Like `holdLeadPage`, but with an exclusive lock. */
export const lockLeadPage = (tx: Transaction, page: LeadPageRow): Promise<boolean> => isConnected(tx, page, 'update');
