import type { WorkspaceRole } from '#shared/workspaceRoles.ts';
import { memberships, sessions } from '#server/database/schema.ts';
import { eq } from '#server/database/drizzle.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

/** Adds a new person to another person's workspace. The new person also has their own. */
export const newColleague = async (
  api: TestApi,
  { workspaceId }: Pick<TestPerson, 'workspaceId'>,
  role: WorkspaceRole = 'member',
): Promise<TestPerson> => {
  const person = await api.registerUser();
  const { userId } = person;
  const { db } = api.context;
  await db.insert(memberships).values({ workspaceId, userId, role, defaultAccounts: {}, chosenAt: new Date() });
  await db.update(sessions).set({ workspaceId }).where(eq(sessions.userId, userId));
  return { ...person, workspaceId };
};
