import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool } from 'pg';
import { serve } from './serve.ts';

/** The newest notifications of the session's person in the session's workspace, with both counters. */
const statement = `
  select u.last_notification_id as "lastId",
    (select count(*) from notifications n where n.user_id = u.id
      and (n.workspace_id = m.workspace_id or n.workspace_id is null) and n.read_at is null) as unread,
    (select json_agg(n order by n.id) from (
      select id, event, payload, created_at as "createdAt", read_at as "readAt" from notifications
      where user_id = u.id and (workspace_id = m.workspace_id or workspace_id is null) and id > 0 order by id limit 100
    ) n) as data
  from sessions s
    join memberships m on m.user_id = s.user_id and m.workspace_id = s.workspace_id
    join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now()`;

type Row = { lastId: string; unread: string; data: unknown[] | null };

/** The reference for small signed-in calls: `node:http` and `pg` with one statement that also checks the session. */
serve(({ databaseUrl }: { databaseUrl: string }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });

  const answer = async (authorization = ''): Promise<string | null> => {
    const tokenHash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest('hex');
    const { rows } = await pool.query<Row>({ name: 'notifications', text: statement, values: [tokenHash] });
    const [row] = rows;
    if (!row) return null;
    const counters = { unread: Number(row.unread), lastId: Number(row.lastId) };
    return JSON.stringify({ success: true, data: row.data ?? [], ...counters });
  };

  return createServer((request, response) => {
    answer(request.headers.authorization).then(
      (body) =>
        body === null
          ? response.writeHead(401).end()
          : response
              .writeHead(200, {
                'content-type': 'application/json; charset=utf-8',
                'content-length': Buffer.byteLength(body),
              })
              .end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
