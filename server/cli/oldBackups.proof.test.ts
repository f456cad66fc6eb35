import { expect, test } from 'vitest';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { productTables } from '#server/archive/backup/listTables.ts';
import { revertToTwoTables } from '#server/database/moves/testing/formerTables.ts';
import { runOperator } from './testing/runOperator.ts';
import { newEmbedded, withPlace, readAll, backUp, filled } from './testing/archivePlaces.ts';

const emptyCampaigns = `
  truncate ad_objects, ad_totals, ad_days, ad_day_reads, ad_changes, views, default_views, lead_work, lead_entries, lead_statuses,
    lead_status_texts, lead_contacts, lead_merges, lead_contact_fills, workspace_invitations, undo_leads, activities, findings,
    finding_runs, budgets, insight_summaries, daily_backups;
  update custom_lead_batches set rows = '[]';
  update leads set deleted_at = null, deleted_by = null, status_text = null, country = null, imported_at = null, position = 0, identity = null, activity_id = null, record = null,
    is_test = false, edited = '{}', seen = null;
  update custom_lead_imports set activity_id = null, unchanged = 0;
  update sheet_syncs set columns = null, noted = '{}';
  update sheet_sync_runs set conflicts = '[]';
  insert into lead_contact_fills (workspace_id, list) select workspace_id, list from lead_counts where total > 0;
  update workspaces set name = '', phone_country = null, response_minutes = 60, office_days = null, office_opens = null,
    office_closes = null, office_time_zone = null, responses_since = '2026-01-01';
  update memberships set role = 'owner', chosen_at = null, default_accounts = users.default_accounts from users where id = user_id;
  update users set default_accounts = '{}';
  update oauth_states set workspace_id = null;
  update insight_accounts set ads_read_at = null, ads_since = null, ads_problem = null;`;

/** Reverts a database to the schema before migrations 0012 to 0034. */
const undoRenames = `
  ${revertToTwoTables}
  drop table ad_objects, ad_totals, ad_days, ad_day_reads, ad_changes, views, default_views, lead_work, lead_entries, lead_statuses,
    lead_status_texts, lead_contacts, lead_merges, lead_contact_fills, workspace_invitations, undo_leads, activities, findings,
    finding_runs, budgets, insight_summaries, daily_backups;
  update users set default_accounts = memberships.default_accounts from memberships where user_id = id;
  create table one_time_codes (user_id text primary key references users (id), code_hash text, tries_left integer,
    expires_at timestamptz, created_at timestamptz);
  create index one_time_codes_expiry on one_time_codes (expires_at);
  alter table sessions drop column workspace_id;
  alter table notifications drop column workspace_id;
  alter table oauth_states drop column workspace_id;
  alter table custom_leads drop column activity_id;
  alter table custom_lead_imports drop column activity_id;
  drop index leads_ad;
  alter table insight_accounts drop column ads_read_at, drop column ads_since, drop column ads_problem;
  do $$
  declare owned record; named record;
  begin
    for owned in select attrelid::regclass as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'workspace_id' and relkind = 'r' and relname <> 'memberships'
    loop
      execute format('alter table %s rename column workspace_id to user_id', owned.name);
      for named in select conname from pg_constraint where conrelid = owned.name and conname like '%workspace_id%'
      loop
        if named.conname like '%_workspace_id_workspaces_id_fk' then
          execute format('alter table %s drop constraint %I', owned.name, named.conname);
          execute format('alter table %s add constraint %I foreign key (user_id) references users (id) on delete cascade',
            owned.name, owned.name || '_user_id_users_id_fk');
        else
          execute format('alter table %s rename constraint %I to %I', owned.name, named.conname,
            case named.conname when 'custom_lead_batches_workspace_id_import_id_custom_lead_imports_' then
              'custom_lead_batches_user_id_import_id_custom_lead_imports_user_id_id_fk'
            when 'sheet_sync_runs_workspace_id_sync_id_sheet_syncs_workspace_id_i' then
              'sheet_sync_runs_user_id_sync_id_sheet_syncs_user_id_id_fk'
            else replace(replace(named.conname, 'campaign_id_', 'campaign_id_pk'), 'workspace_id', 'user_id') end);
        end if;
      end loop;
    end loop;
  end $$;
  alter table exports drop column ordered_by;
  drop table memberships;
  drop table workspaces;
  alter table lead_events rename to lead_notices;
  alter table lead_notices rename constraint lead_events_user_id_platform_lead_id_pk to lead_notices_user_id_platform_lead_id_pk;
  alter table lead_notices rename constraint lead_events_user_id_users_id_fk to lead_notices_user_id_users_id_fk;
  alter index lead_events_open rename to lead_notices_open;
  alter index lead_events_done rename to lead_notices_done;
  alter table sheet_owners rename to sheet_claims;
  alter table sheet_claims rename constraint sheet_owners_pkey to sheet_claims_pkey;
  alter table sheet_claims rename constraint sheet_owners_user_id_users_id_fk to sheet_claims_user_id_users_id_fk;
  delete from drizzle.__drizzle_migrations where created_at >= (
    select created_at from drizzle.__drizzle_migrations order by created_at desc offset 22 limit 1
  );`;

test('restores a backup from before tables were renamed, even over a database of that version', async () => {
  const key = newEncryptionKey();
  const place = await filled(key);
  await withPlace(place, ({ pool }) => pool.query(emptyCampaigns));
  const before = await readAll(place);
  await withPlace(place, ({ pool }) => pool.query(undoRenames));
  const file = await backUp(place);

  const elsewhere = await newEmbedded();
  const fresh = await runOperator('restore', [file], { env: { ...elsewhere.env, ENCRYPTION_KEY: key } });
  expect([fresh.code, fresh.err]).toEqual([0, '']);
  const over = await runOperator('restore', [file, '--force'], { env: place.env });
  expect([over.code, over.err]).toEqual([0, '']);
  for (const each of [elsewhere, place]) {
    // The migration starts the clock of first responses.
    await withPlace(each, ({ pool }) => pool.query(`update workspaces set responses_since = '2026-01-01'`));
    const after = await readAll(each);
    for (const table of productTables) expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  }
}, 120_000);
