import { eq } from '#server/database/drizzle.ts';
import { memberships } from '#server/database/schema.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

/** A person who works in the workspace of another one. */
export const newColleague = async (api: TestApi, { workspaceId }: TestPerson): Promise<TestPerson> => {
  const person = await api.registerUser();
  await api.context.db.update(memberships).set({ workspaceId }).where(eq(memberships.userId, person.userId));
  return { ...person, workspaceId };
};
