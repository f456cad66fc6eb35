/** Reverts migrations 0029 to 0034: two tables of leads. Imported leads are not moved back. */
export const revertToTwoTables = `
  alter table lead_work drop constraint lead_work_lead;
  alter table lead_entries drop constraint lead_entries_lead;
  alter table lead_merges drop constraint lead_merges_lead;
  alter table undo_leads drop constraint undo_leads_kept;
  alter table leads drop column search_text, drop column status_text, drop column country, drop column imported_at,
    drop column position, drop column identity, drop column activity_id, drop column record, drop column deleted_at, drop column deleted_by, drop column is_test, drop column edited,
    drop column seen;
  alter table custom_lead_imports drop column unchanged;
  alter table sheet_sync_runs drop column conflicts;
  alter table sheet_syncs drop column columns, drop column noted;
  drop index if exists leads_newest, leads_search, leads_ad, leads_form;
  alter table leads rename column list to platform;
  alter table leads rename constraint leads_workspace_id_list_lead_id_pk to leads_workspace_id_platform_lead_id_pk;
  alter table leads alter column answers drop default, add column search_text text not null generated always as
    (left(lower(name || E'\\n' || email || E'\\n' || phone || E'\\n' || lead_id), 400)) stored;
  create index leads_newest on leads (workspace_id, platform, created_at desc nulls first, lead_id desc nulls first) include (search_text);
  create index leads_search on leads using gin (search_grams(platform || ':' || workspace_id, search_text)) with (gin_pending_list_limit = 512);
  create index leads_ad on leads (workspace_id, platform, ad_id, created_at) where ad_id is not null;
  create index leads_form on leads (workspace_id, platform, form_id);
  create table custom_leads (
    workspace_id text not null constraint custom_leads_workspace_id_workspaces_id_fk references workspaces (id) on delete cascade,
    id text not null, position bigint not null generated always as identity, identity text,
    number text not null, name text not null, email_address text not null, ad_id text not null, status text not null,
    project text not null, lead_id text not null, created_time text not null, ad_name text not null, adset_id text not null,
    adset_name text not null, campaign_id text not null, campaign_name text not null, form_id text not null,
    form_name text not null, is_organic text not null, platform text not null, unit_type text not null,
    sales_advisor_contact text not null, country text not null, starting_price text not null, unix text not null,
    created_at timestamptz not null, updated_at timestamptz not null, activity_id text,
    search_text text not null generated always as (left(lower(name || E'\\n' || email_address || E'\\n' || lead_id || E'\\n' || project
      || E'\\n' || campaign_name || E'\\n' || form_name || E'\\n' || ad_name), 400)) stored,
    constraint custom_leads_workspace_id_id_pk primary key (workspace_id, id));
  create unique index custom_leads_identity on custom_leads (workspace_id, identity);
  create index custom_leads_newest on custom_leads (workspace_id, created_at desc nulls first, position, id) include (search_text);
  create index custom_leads_search on custom_leads using gin (search_grams(workspace_id, search_text)) with (gin_pending_list_limit = 512);`;
