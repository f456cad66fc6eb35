-- Distributes the tables that grow over the workers of a Citus cluster, by workspace. README.md says how to run it.
begin;

-- Whether the tables are new to the cluster: at first, and after a restore.
do $$ begin
  if not exists (select from pg_dist_partition where logicalrelid = 'leads'::regclass) then
    drop table if exists distributed_memberships, distributed_users, distributed_workspaces;
  end if;
end $$;

-- A foreign key of a distributed table cannot refer to a table of the coordinator. It refers to these copies of the keys.
create table if not exists distributed_workspaces (id text primary key);
create table if not exists distributed_users (id text primary key);
create table if not exists distributed_memberships (
  workspace_id text references distributed_workspaces on delete cascade,
  user_id text,
  primary key (workspace_id, user_id)
);

create or replace function distribute_key() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'memberships' then
    if tg_op = 'INSERT' then
      insert into distributed_memberships values (new.workspace_id, new.user_id);
    else
      -- Citus sets no part of a key to null. The lock waits for transactions that assign leads at the moment.
      perform from distributed_memberships where workspace_id = old.workspace_id and user_id = old.user_id for update;
      update lead_work set assignee_id = null where workspace_id = old.workspace_id and assignee_id = old.user_id;
      delete from distributed_memberships where workspace_id = old.workspace_id and user_id = old.user_id;
    end if;
  elsif tg_op = 'INSERT' then
    execute format('insert into %I values ($1)', 'distributed_' || tg_table_name) using new.id;
  else
    execute format('delete from %I where id = $1', 'distributed_' || tg_table_name) using old.id;
  end if;
  return null;
end $$;

do $$
declare
  distributed constant text[] := array[
    'leads', 'lead_counts', 'lead_forms', 'lead_events', 'erased_leads',
    'custom_lead_imports', 'custom_lead_batches',
    'lead_work', 'lead_entries', 'lead_statuses', 'lead_status_texts',
    'lead_contacts', 'lead_merges', 'activities', 'undo_leads',
    'insight_days', 'campaign_days', 'insight_reports',
    'ad_accounts', 'ad_objects', 'ad_totals', 'ad_days', 'ad_day_reads', 'ad_changes'
  ];
  added text[];
  name text;
  key record;
begin
  added := array(select each from unnest(distributed) as each
    where each::regclass not in (select logicalrelid from pg_dist_partition));
  create temporary table foreign_keys on commit drop as
    select conrelid::regclass as of_table, conname as name,
      regexp_replace(pg_get_constraintdef(oid), 'REFERENCES (workspaces|users|memberships)\(', 'REFERENCES distributed_\1(')
        as definition
    from pg_constraint where contype = 'f' and conrelid = any(added::regclass[]);
  for key in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', key.of_table, key.name);
  end loop;
  if 'leads' = any(added) then
    insert into distributed_workspaces select id from workspaces;
    insert into distributed_users select id from users;
    insert into distributed_memberships select workspace_id, user_id from memberships;
    perform create_reference_table('distributed_workspaces');
    perform create_reference_table('distributed_users');
    perform create_distributed_table('distributed_memberships', 'workspace_id');
  end if;
  foreach name in array added loop
    perform create_distributed_table(name, 'workspace_id', colocate_with => 'distributed_memberships');
  end loop;
  for key in select * from foreign_keys loop
    -- `distribute_key` does what the rest would do.
    execute format('alter table %s add constraint %I %s', key.of_table, key.name,
      replace(key.definition, 'ON DELETE SET NULL (assignee_id)', ''));
  end loop;
end $$;

create or replace trigger distribute_key after insert or delete on workspaces for each row execute function distribute_key();
create or replace trigger distribute_key after insert or delete on users for each row execute function distribute_key();
create or replace trigger distribute_key after insert or delete on memberships for each row execute function distribute_key();

-- Citus passes these on to the workers.
do $$
declare
  setting text;
begin
  foreach setting in array array[
    -- Of a statement that also reads tables of the coordinator, the workers answer their part, which names a workspace.
    'citus.local_table_join_policy = ''prefer-distributed''',
    -- Leadlight sends these with its connections, which end at the coordinator.
    'max_parallel_workers_per_gather = 0',
    'random_page_cost = 1.1',
    'jit = off'
  ] loop
    execute format('alter database %I set %s', current_database(), setting);
  end loop;
end $$;
commit;

-- The rows are on the workers now. Their originals on the coordinator are not read anymore.
do $$
declare
  copied regclass;
begin
  for copied in select logicalrelid from pg_dist_partition loop
    perform truncate_local_data_after_distributing_table(copied);
  end loop;
end $$;
