import type { Client } from 'pg';

/*
 * Generates very many leads in SQL. Names and addresses repeat as in real data: few given names, many family names and a
 * handful of mail services.
 */

const names = `
  (array['Anna','Bob','Carla','Dmitri','Elena','Farid','Grace','Hassan','Ines','Jonas','Karin','Leila','Mateo','Nadia','Olga','Pedro','Quinn','Rosa','Samir','Tove'])[1 + (h & 1023) % 20] as given,
  (array['Al','Berg','Castel','Dom','Eber','Fern','Gold','Hart','Iso','Jans','Klein','Lind','Mar','Nor','Oster','Pal','Rau','Sand','Thal','Wald'])[1 + ((h >> 10) & 1023) % 20]
    || (array['meier','mann','ova','ez','sen','idis','ini','ssen','berg','wood','er','stein','ford','ton','ley'])[1 + ((h >> 20) & 1023) % 15]
    || (array['','','','-Smith','-Rossi','-Khan','-Novak','-Silva'])[1 + ((h >> 30) & 1023) % 8] as family,
  (array['mail.example','post.example','web.example','office.example','uni.example'])[1 + ((h >> 40) & 1023) % 5] as host`;

/** Pseudorandom numbers that are the same in every run. */
export const series = (rows: number, salt: string): string =>
  `(select i, abs(hashtextextended(i::text, ${salt.length})) as h from generate_series(1, ${rows}) i) numbers, lateral (select ${names}) person`;

const forms = 40;

/** Inserts two years of leads in the order of a first read: form by form, newest first. */
export const insertLeads = async (client: Client, workspaceId: string, rows: number): Promise<void> => {
  await client.query(
    `insert into leads (workspace_id, list, lead_id, page_id, form_id, form_name, answers, name, email, phone, created_at, updated_at)
     select $1, 'facebook', (1000000000000000 + i)::text, '104', 'form-' || i / ${Math.ceil(rows / forms)}, 'Form ' || i / ${Math.ceil(rows / forms)},
       jsonb_build_array(
         jsonb_build_object('name', 'full_name', 'values', jsonb_build_array(given || ' ' || family)),
         jsonb_build_object('name', 'email', 'values', jsonb_build_array(lower(given || '.' || family) || h % 10000 || '@' || host)),
         jsonb_build_object('name', 'phone_number', 'values', jsonb_build_array('+4915' || h % 100000000))),
       given || ' ' || family, lower(given || '.' || family) || h % 10000 || '@' || host, '+4915' || h % 100000000,
       now() - (i % ${Math.ceil(rows / forms)}) * interval '730 days' / ${Math.ceil(rows / forms)} - h % 600 * interval '1 second', now()
     from ${series(rows, workspaceId)}`,
    [workspaceId],
  );
  await client.query(`insert into lead_counts (workspace_id, list, total) values ($1, 'facebook', $2)`, [
    workspaceId,
    rows,
  ]);
};

/** Drops the search indexes while `fill` runs, as a restore does. */
export const withoutSearchIndex = async (client: Client, fill: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'leads_search'",
  );
  await client.query('drop index leads_search');
  await fill();
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query('vacuum (analyze) leads');
  // Otherwise PostgreSQL would write the new rows to disk during the measurement.
  await client.query('checkpoint');
};
