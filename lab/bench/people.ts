import { withClient } from '#testing/database/withClient.ts';
import { hashSecret, newId, newSecret } from '#server/lib/ids.ts';

export type Person = { userId: string; token: string };

/** Inserts many people with sessions directly, because each sign-in would cost a password hash. */
export const insertPeople = async (databaseUrl: string, count: number): Promise<Person[]> => {
  const people = Array.from({ length: count }, () => ({ userId: newId(), token: newSecret() }));
  const ids = people.map(({ userId }) => userId);
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into users (id, name, email) select id, 'Ada', id || '@example.test' from unnest($1::text[]) id`,
      [ids],
    );
    await client.query('insert into workspaces (id) select unnest($1::text[])', [ids]);
    await client.query('insert into memberships (workspace_id, user_id) select id, id from unnest($1::text[]) id', [
      ids,
    ]);
    await client.query(
      `insert into sessions (token_hash, user_id, expires_at) select hash, id, now() + interval '1 day' from unnest($1::text[], $2::text[]) session(hash, id)`,
      [people.map(({ token }) => hashSecret(token)), ids],
    );
  });
  return people;
};
