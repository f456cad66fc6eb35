import { createServer } from 'node:http';
import { Pool } from 'pg';
import { serve } from './serve.ts';

/*
 * The reference for the `leads` benchmark: `node:http` and `pg`, with the cheapest known statement for each page. The
 * statement returns both the rows and the number of leads, and is planned once. (JSON built by PostgreSQL is slower.)
 */

const limit = 50;

type LeadRow = Record<'lead_id' | 'name' | 'email' | 'phone' | 'form_id' | 'form_name' | 'total', string> &
  Record<'created_at' | 'updated_at', Date>;

const ofList = `workspace_id = $1 and list = 'facebook'`;
const newestFirst = 'order by created_at desc, position desc, lead_id desc';

const statementOf = (page: number): string => {
  const columns = `select lead_id, name, email, phone, form_id, form_name, created_at, updated_at,
    (select total from lead_counts where workspace_id = $1 and list = 'facebook') as total from leads where ${ofList}`;
  if (page === 1) return `${columns} ${newestFirst} limit ${limit}`;
  // An index-only scan finds the ids. Also reading the columns of skipped rows takes ten times as long.
  return `${columns} and lead_id = any(array(select lead_id from leads where ${ofList} ${newestFirst}
    limit ${limit} offset ${(page - 1) * limit})) ${newestFirst}`;
};

const toLead = (row: LeadRow) => ({
  leadId: row.lead_id,
  field_data: { 'full name': row.name, email: row.email, phone_number: row.phone },
  formId: row.form_id,
  formName: row.form_name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

serve(({ databaseUrl, workspaceId }: { databaseUrl: string; workspaceId: string }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });

  const answer = async (url: string): Promise<string> => {
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1]);
    const { rows } = await pool.query<LeadRow>({
      name: `page-${page}`,
      text: statementOf(page),
      values: [workspaceId],
    });
    const totalItems = Number(rows[0]?.total);
    const totalPages = Math.ceil(totalItems / limit);
    const nextPage = page < totalPages ? page + 1 : null;
    return JSON.stringify({ success: true, data: rows.map(toLead), page, totalPages, totalItems, nextPage });
  };

  return createServer((request, response) => {
    answer(request.url ?? '').then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
          })
          .end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
