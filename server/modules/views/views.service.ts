import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createView, updateView, View, ViewScreen } from '#shared/contracts/views.ts';
import { viewsPerPerson } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { AppError, notFound, validationError } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { isId, newId } from '#server/lib/ids.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import {
  countViews,
  deleteViewRow,
  findView,
  insertView,
  isNameTaken,
  listViewRows,
  setDefaultView,
  unsetDefaultOfOthers,
  unsetDefaultView,
  updateViewRow,
} from './views.store.ts';
import type { ListedView } from './views.store.ts';

type Context = Pick<AppContext, 'clock' | 'db'>;

const present = (row: ListedView, { userId }: Member): View => ({
  id: row.id,
  screen: row.screen,
  name: row.name,
  query: row.query,
  isShared: row.isShared,
  isOwn: row.userId === userId,
  isDefault: row.isDefault,
  ownerName: row.ownerName,
  updatedAt: row.updatedAt.toISOString(),
});

/** @throws AppError 404 unless the id is an own or shared view */
const requireView = async (db: Queryable, member: Member, id: string): Promise<ListedView> => {
  const row = isId(id) ? await findView(db, member, id) : null;
  if (!row) throw notFound();
  return row;
};

/** @throws AppError 403 when the view belongs to another person */
const requireOwn = (row: ListedView, { userId }: Member): void => {
  if (row.userId !== userId) throw new AppError(403, 'FORBIDDEN', messages.views.notYours);
};

/** @throws AppError 400 when the person has another view of this name */
const requireFreeName = async (
  tx: Transaction,
  member: Member,
  named: { id: string; screen: ViewScreen; name: string },
): Promise<void> => {
  if (await isNameTaken(tx, member, named))
    throw validationError(messages.views.nameTaken, { name: messages.views.nameTaken });
};

export const readViews = async (
  { db }: Pick<AppContext, 'db'>,
  member: Member,
  screen: ViewScreen | undefined,
): Promise<View[]> => (await listViewRows(db, member, screen)).map((row) => present(row, member));

/**
 * @param effectId the view's id; an existing view with this id is returned
 * @throws AppError 400 for a name that is taken, 409 at the limit of views
 */
export const saveView = (
  { clock, db }: Context,
  member: Member,
  { isDefault, ...body }: BodyOf<typeof createView>,
  effectId: string | null,
): Promise<View> =>
  db.transaction(async (tx) => {
    await lockUser(tx, member.userId);
    const id = effectId ?? newId();
    if (!(await findView(tx, member, id))) {
      if ((await countViews(tx, member)) >= viewsPerPerson)
        throw new AppError(409, 'TOO_MANY_RECORDS', messages.views.tooMany);
      await requireFreeName(tx, member, { id, ...body });
      await insertView(tx, { ...body, ...member, id, updatedAt: clock.now() });
      if (isDefault) await setDefaultView(tx, member, { id, screen: body.screen });
    }
    return present(await requireView(tx, member, id), member);
  });

/**
 * Changes the given fields. Everyone can make a shared view their default, but only its owner can change it.
 * @throws AppError 400 for a name that is taken, 403 for another person's view, 404 for an unknown view
 */
export const changeView = (
  { clock, db }: Context,
  member: Member,
  id: string,
  { isDefault, ...changes }: BodyOf<typeof updateView>,
): Promise<View> =>
  db.transaction(async (tx) => {
    await lockUser(tx, member.userId);
    const row = await requireView(tx, member, id);
    if (Object.keys(changes).length > 0) {
      requireOwn(row, member);
      if (changes.name !== undefined) await requireFreeName(tx, member, { ...row, name: changes.name });
      await updateViewRow(tx, member, id, { ...changes, updatedAt: clock.now() });
      if (changes.isShared === false) await unsetDefaultOfOthers(tx, member, id);
    }
    if (isDefault === true) await setDefaultView(tx, member, row);
    if (isDefault === false) await unsetDefaultView(tx, member, id);
    return present(await requireView(tx, member, id), member);
  });

/** @throws AppError 403 for another person's view, 404 for an unknown view */
export const removeView = ({ db }: Pick<AppContext, 'db'>, member: Member, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    requireOwn(await requireView(tx, member, id), member);
    await deleteViewRow(tx, member, id);
  });
