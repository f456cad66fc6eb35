import type { Caller } from '#server/lib/http/Caller.ts';
import { newId } from '#server/lib/ids.ts';
import { openSession } from '#server/modules/users/signIn/sessions.service.ts';
import { insertUser } from '#server/modules/users/users.store.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

export type SignedInPerson = Pick<Caller, 'userId' | 'workspaceId'> & { token: string };

/** Inserts a session in the workspace that the person chose last. */
export const signIn = ({ context }: TestApi, userId: string): Promise<SignedInPerson> =>
  context.db.transaction(async (tx) => ({ userId, ...(await openSession(tx, userId, context.clock.now())) }));

/** Inserts a person with a session but no password, because hashing is slow. */
export const insertPerson = async (api: TestApi, name = 'Ada Example'): Promise<SignedInPerson> => {
  const { db, clock } = api.context;
  const id = newId();
  await db.transaction((tx) =>
    insertUser(tx, {
      id,
      name,
      email: `${id}@example.test`,
      passwordHash: null,
      isEmailProven: false,
      createdAt: clock.now(),
    }),
  );
  return signIn(api, id);
};
