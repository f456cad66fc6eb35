import { and, count, eq, ne, or, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { ViewScreen } from '#shared/contracts/views.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { defaultViews, users, views } from '#server/database/schema.ts';
import type { Member } from '#server/lib/http/Caller.ts';

type ViewRow = typeof views.$inferSelect;
export type ListedView = ViewRow & { ownerName: string; isDefault: boolean };

const byId = ({ workspaceId }: Member, id: string): SQL | undefined =>
  and(eq(views.workspaceId, workspaceId), eq(views.id, id));

const listVisible = (db: Queryable, { workspaceId, userId }: Member, isChosen: SQL | undefined) =>
  db
    .select({
      view: views,
      ownerName: users.name,
      isDefault: sql<boolean>`${defaultViews.viewId} is not null`,
    })
    .from(views)
    .innerJoin(users, eq(users.id, views.userId))
    .leftJoin(
      defaultViews,
      and(
        eq(defaultViews.workspaceId, views.workspaceId),
        eq(defaultViews.viewId, views.id),
        eq(defaultViews.userId, userId),
      ),
    )
    .where(and(eq(views.workspaceId, workspaceId), or(eq(views.userId, userId), views.isShared), isChosen))
    .orderBy(sql`lower(${views.name})`, views.id);

const toListed = ({ view, ...rest }: Awaited<ReturnType<typeof listVisible>>[number]): ListedView => ({
  ...view,
  ...rest,
});

/** Own and shared views, by name. */
export const listViewRows = async (
  db: Queryable,
  member: Member,
  screen: ViewScreen | undefined,
): Promise<ListedView[]> => (await listVisible(db, member, screen && eq(views.screen, screen))).map(toListed);

/** An own or shared view; null for any other id. */
export const findView = async (db: Queryable, member: Member, id: string): Promise<ListedView | null> => {
  const [found] = await listVisible(db, member, eq(views.id, id));
  return found ? toListed(found) : null;
};

export const countViews = async (db: Queryable, { workspaceId, userId }: Member): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(views)
    .where(and(eq(views.workspaceId, workspaceId), eq(views.userId, userId)));
  return row?.total ?? 0;
};

/** Whether another view of the person on this screen has the name, in any letter case. */
export const isNameTaken = async (
  db: Queryable,
  { workspaceId, userId }: Member,
  { id, screen, name }: Pick<ViewRow, 'id' | 'screen' | 'name'>,
): Promise<boolean> => {
  const others = await db
    .select({ id: views.id })
    .from(views)
    .where(
      and(
        eq(views.workspaceId, workspaceId),
        eq(views.userId, userId),
        eq(views.screen, screen),
        sql`lower(${views.name}) = lower(${name})`,
        ne(views.id, id),
      ),
    );
  return others.length > 0;
};

export const insertView = async (tx: Transaction, row: ViewRow): Promise<void> => {
  await tx.insert(views).values(row);
};

export type ViewChanges = Partial<Pick<ViewRow, 'name' | 'query' | 'isShared'>>;

export const updateViewRow = async (
  tx: Transaction,
  member: Member,
  id: string,
  changes: ViewChanges & { updatedAt: Date },
): Promise<void> => {
  await tx.update(views).set(changes).where(byId(member, id));
};

export const deleteViewRow = async (tx: Transaction, member: Member, id: string): Promise<void> => {
  await tx.delete(views).where(byId(member, id));
};

/** Makes the view the person's default for the screen, replacing the old default. */
export const setDefaultView = async (
  tx: Transaction,
  { workspaceId, userId }: Member,
  { id, screen }: Pick<ViewRow, 'id' | 'screen'>,
): Promise<void> => {
  await tx
    .insert(defaultViews)
    .values({ workspaceId, userId, screen, viewId: id })
    .onConflictDoUpdate({
      target: [defaultViews.workspaceId, defaultViews.userId, defaultViews.screen],
      set: { viewId: id },
    });
};

const isDefaultOf = ({ workspaceId }: Member, viewId: string): SQL | undefined =>
  and(eq(defaultViews.workspaceId, workspaceId), eq(defaultViews.viewId, viewId));

export const unsetDefaultView = async (tx: Transaction, member: Member, id: string): Promise<void> => {
  await tx.delete(defaultViews).where(and(isDefaultOf(member, id), eq(defaultViews.userId, member.userId)));
};

/** Removes a view that is no longer shared from the defaults of other people. */
export const unsetDefaultOfOthers = async (tx: Transaction, member: Member, id: string): Promise<void> => {
  await tx.delete(defaultViews).where(and(isDefaultOf(member, id), ne(defaultViews.userId, member.userId)));
};
