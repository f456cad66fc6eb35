import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Pool } from 'pg';
import { serve } from './serve.ts';

/*
 * The reference of the `leads` benchmark: `node:http` and `pg` run the same statements and send the same JSON as the
 * product. There are no sessions, and each path has fixed statements.
 */

export type Statement = { text: string; values: unknown[] };
export type LeadRequest = { statements: Statement[]; page: number; limit: number };

type LeadRow = Record<'lead_id' | 'name' | 'email' | 'phone' | 'form_id' | 'form_name', string> &
  Record<'created_at' | 'updated_at', Date>;

const toLead = (row: LeadRow) => ({
  leadId: row.lead_id,
  field_data: { 'full name': row.name, email: row.email, phone_number: row.phone },
  formId: row.form_id,
  formName: row.form_name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

serve(({ databaseUrl, requests }: { databaseUrl: string; requests: Record<string, LeadRequest> }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });

  const answer = async ({ url = '' }: IncomingMessage): Promise<string> => {
    const request = requests[url];
    if (!request) throw new Error(`${url} is unknown`);
    const { statements, page, limit } = request;
    let totalItems = 0;
    let rows: LeadRow[] = [];
    for (const { text, values } of statements) {
      const result = await pool.query<LeadRow & { total?: string | number }>(text, values);
      // The last count is the total, and the rows of the last statement are the page.
      totalItems = Number(result.rows[0]?.total ?? totalItems);
      ({ rows } = result);
    }
    const totalPages = Math.max(1, Math.ceil(totalItems / limit));
    return JSON.stringify({
      success: true,
      data: rows.map(toLead),
      page,
      totalPages,
      totalItems,
      nextPage: page < totalPages ? page + 1 : null,
    });
  };

  return createServer((request, response) => {
    answer(request).then(
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
