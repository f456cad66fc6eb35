-- Moves all distributed tables back to the coordinator. README.md says how to run it.
begin;
drop trigger distribute_key on workspaces;
drop trigger distribute_key on users;
drop trigger distribute_key on memberships;
drop function distribute_key;

do $$
declare
  one record;
begin
  create temporary table foreign_keys on commit drop as
    select conrelid::regclass::text as of_table, conname as name,
      regexp_replace(pg_get_constraintdef(oid), 'REFERENCES distributed_(workspaces|users|memberships)\(', 'REFERENCES \1(')
        || case conname when 'lead_work_assignee' then ' ON DELETE SET NULL (assignee_id)' else '' end as definition
    from pg_constraint
    where contype = 'f' and conrelid in (select logicalrelid from pg_dist_partition);
  for one in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', one.of_table, one.name);
  end loop;
  -- They have no more rows than the tables that they stand for.
  drop table distributed_memberships, distributed_users, distributed_workspaces;
  for one in select logicalrelid::text as of_table from pg_dist_partition loop
    perform undistribute_table(one.of_table::regclass);
  end loop;
  for one in select * from foreign_keys where of_table not like 'distributed_%' loop
    execute format('alter table %s add constraint %I %s', one.of_table, one.name, one.definition);
  end loop;
  execute format('alter database %I reset citus.local_table_join_policy', current_database());
  execute format('alter database %I reset max_parallel_workers_per_gather', current_database());
  execute format('alter database %I reset random_page_cost', current_database());
  execute format('alter database %I reset jit', current_database());
end $$;
commit;
