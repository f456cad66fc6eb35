import type { Client } from 'pg';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { series } from './leadData.ts';

/*
 * Leads of all lists: 50 % Facebook, 20 % TikTok, 30 % imported. A third of them have been worked on.
 */

const forms = 40;
const campaigns = 25;
const days = 730;

const email = `lower(given || '.' || family) || h % 10000 || '@' || host`;
const arrival = (rows: number) => `now() - i * interval '${days} days' / ${rows} - h % 600 * interval '1 second'`;
const models = `(array['Roadster','Estate','Coupe','Van'])[1 + h % 4]`;

const insertPlatform = async (
  client: Client,
  workspaceId: string,
  platform: 'facebook' | 'tiktok',
  rows: number,
): Promise<void> => {
  await client.query(
    `insert into leads (workspace_id, list, lead_id, page_id, form_id, form_name, campaign_id, campaign_name, answers, name, email, phone, created_at, updated_at)
     select $1, $2, (1000000000000000 + i)::text, '104', 'form-' || h % ${forms}, 'Form ' || h % ${forms},
       (h / 64 % ${campaigns})::text, 'Campaign ' || h / 64 % ${campaigns},
       jsonb_build_array(
         jsonb_build_object('name', 'full_name', 'values', jsonb_build_array(given || ' ' || family)),
         jsonb_build_object('name', 'email', 'values', jsonb_build_array(${email})),
         jsonb_build_object('name', 'phone_number', 'values', jsonb_build_array('+4915' || h % 100000000)),
         jsonb_build_object('name', 'which_model?', 'values', jsonb_build_array(${models}))),
       given || ' ' || family, ${email}, '+4915' || h % 100000000, ${arrival(rows)}, now()
     from ${series(rows, workspaceId + platform)}`,
    [workspaceId, platform],
  );
  await client.query('insert into lead_counts (workspace_id, list, total) values ($1, $2, $3)', [
    workspaceId,
    platform,
    rows,
  ]);
};

const insertImported = async (client: Client, workspaceId: string, rows: number): Promise<void> => {
  await client.query(
    `insert into leads (workspace_id, list, lead_id, source, identity, phone, name, email, status_text, campaign_name, form_name, country,
       created_at, imported_at, updated_at, position, record)
     select $1, 'custom', lpad(i::text, 24, '0'), 'import', 'id:' || i, phone, name, email, status, campaign, form, country, at, at, now(), -i,
       jsonb_strip_nulls(jsonb_build_object('Number', phone, 'Name', name, 'EmailAddress', email, 'Status', status, 'Project', 'Project ' || h % 5,
         'id', i::text, 'campaign_name', campaign, 'form_name', form, 'is_organic', 'false', 'platform', 'fb', 'country', country))
     from (select i, h, '015' || h % 100000000 as phone, given || ' ' || family as name, ${email} as email,
         (array['New','Called','Won','lost','No answer',null])[1 + h % 6] as status, 'Campaign ' || h / 64 % ${campaigns} as campaign,
         'Form ' || h % ${forms} as form, (array['DE','AT','CH'])[1 + h % 3] as country,
         -- Imports of a thousand rows, which share their time.
         now() - i / 1000 * 1000 * interval '${days} days' / ${rows} as at
       from ${series(rows, `${workspaceId}custom`)}) as given`,
    [workspaceId],
  );
  await client.query(`insert into lead_counts (workspace_id, list, total) values ($1, 'custom', $2)`, [
    workspaceId,
    rows,
  ]);
};

const steps = `(array[${defaultLeadStatuses.map(({ id }) => `'${id}'`).join()}])[2 + (h >> 20) % ${defaultLeadStatuses.length - 1}]`;

/** Work on every third lead: a status, often an assignee, sometimes tags, and a value if the lead is won. */
const insertWork = async (client: Client, workspaceId: string, userId: string): Promise<void> => {
  await client.query(
    `insert into lead_work (workspace_id, list, lead_id, status_id, assignee_id, tags, amount, currency, responded_at, active_at, version)
     select $1, list, lead_id, step, case when h % 4 > 0 then $2 end,
       case h % 10 when 0 then array['hot'] when 1 then array['hot', 'vip'] else '{}' end,
       case when step = 'won' then h % 100000 / 10.0 end, case when step = 'won' then (array['EUR','USD'])[1 + h % 2] end,
       created_at + interval '1 hour', created_at + h % 30 * interval '1 day', 1
     from (
       select list, lead_id, created_at, h, ${steps} as step
       from (
         select list, lead_id, created_at from leads where workspace_id = $1) as all_leads,
       lateral (select abs(hashtextextended(list || lead_id, 7)) as h) as numbers
       where h / 1024 % 3 = 0) as worked`,
    [workspaceId, userId],
  );
};

/** Inserts leads of all lists over two years. A third of them have been worked on. */
export const insertWorkedLeads = async (
  client: Client,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  rows: number,
): Promise<void> => {
  await insertPlatform(client, workspaceId, 'facebook', rows * 0.5);
  await insertPlatform(client, workspaceId, 'tiktok', rows * 0.2);
  await insertImported(client, workspaceId, rows * 0.3);
  await insertWork(client, workspaceId, userId);
};
