CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "memberships" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id","created_at");--> statement-breakpoint
-- The workspace of a person who exists takes the id of the person, so no row of their data changes.
INSERT INTO "workspaces" ("id", "created_at") SELECT "id", "created_at" FROM "users";--> statement-breakpoint
INSERT INTO "memberships" ("workspace_id", "user_id", "created_at") SELECT "id", "id", "created_at" FROM "users";--> statement-breakpoint
ALTER TABLE "ad_accounts" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "ad_accounts" RENAME CONSTRAINT "ad_accounts_user_id_platform_account_id_pk" TO "ad_accounts_workspace_id_platform_account_id_pk";--> statement-breakpoint
ALTER TABLE "ad_accounts" DROP CONSTRAINT "ad_accounts_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "ad_accounts" ADD CONSTRAINT "ad_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "connections" RENAME CONSTRAINT "connections_user_id_platform_pk" TO "connections_workspace_id_platform_pk";--> statement-breakpoint
ALTER TABLE "connections" DROP CONSTRAINT "connections_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_days" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "campaign_days" RENAME CONSTRAINT "campaign_days_user_id_platform_account_id_day_campaign_id_pk" TO "campaign_days_workspace_id_platform_account_id_day_campaign_id_pk";--> statement-breakpoint
ALTER TABLE "campaign_days" DROP CONSTRAINT "campaign_days_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "campaign_days" ADD CONSTRAINT "campaign_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_accounts" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "insight_accounts" RENAME CONSTRAINT "insight_accounts_user_id_platform_account_id_pk" TO "insight_accounts_workspace_id_platform_account_id_pk";--> statement-breakpoint
ALTER TABLE "insight_accounts" DROP CONSTRAINT "insight_accounts_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD CONSTRAINT "insight_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_days" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "insight_days" RENAME CONSTRAINT "insight_days_user_id_platform_account_id_day_pk" TO "insight_days_workspace_id_platform_account_id_day_pk";--> statement-breakpoint
ALTER TABLE "insight_days" DROP CONSTRAINT "insight_days_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "insight_days" ADD CONSTRAINT "insight_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_queries" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "insight_queries" RENAME CONSTRAINT "insight_queries_user_id_platform_since_until_pk" TO "insight_queries_workspace_id_platform_since_until_pk";--> statement-breakpoint
ALTER TABLE "insight_queries" DROP CONSTRAINT "insight_queries_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "insight_queries" ADD CONSTRAINT "insight_queries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_reports" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "insight_reports" RENAME CONSTRAINT "insight_reports_user_id_platform_account_id_since_until_pk" TO "insight_reports_workspace_id_platform_account_id_since_until_pk";--> statement-breakpoint
ALTER TABLE "insight_reports" DROP CONSTRAINT "insight_reports_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "insight_reports" ADD CONSTRAINT "insight_reports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_leads" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "erased_leads" RENAME CONSTRAINT "erased_leads_user_id_hash_pk" TO "erased_leads_workspace_id_hash_pk";--> statement-breakpoint
ALTER TABLE "erased_leads" DROP CONSTRAINT "erased_leads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "erased_leads" ADD CONSTRAINT "erased_leads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_chunks" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "export_chunks" RENAME CONSTRAINT "export_chunks_user_id_export_id_number_pk" TO "export_chunks_workspace_id_export_id_number_pk";--> statement-breakpoint
ALTER TABLE "exports" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "exports" RENAME CONSTRAINT "exports_user_id_id_pk" TO "exports_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "exports" DROP CONSTRAINT "exports_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_counts" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "lead_counts" RENAME CONSTRAINT "lead_counts_user_id_list_pk" TO "lead_counts_workspace_id_list_pk";--> statement-breakpoint
ALTER TABLE "lead_counts" DROP CONSTRAINT "lead_counts_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lead_counts" ADD CONSTRAINT "lead_counts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_forms" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "lead_forms" RENAME CONSTRAINT "lead_forms_user_id_platform_form_id_pk" TO "lead_forms_workspace_id_platform_form_id_pk";--> statement-breakpoint
ALTER TABLE "lead_forms" DROP CONSTRAINT "lead_forms_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_events" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "lead_events" RENAME CONSTRAINT "lead_events_user_id_platform_lead_id_pk" TO "lead_events_workspace_id_platform_lead_id_pk";--> statement-breakpoint
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_pages" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "lead_pages" RENAME CONSTRAINT "lead_pages_user_id_platform_page_id_pk" TO "lead_pages_workspace_id_platform_page_id_pk";--> statement-breakpoint
ALTER TABLE "lead_pages" DROP CONSTRAINT "lead_pages_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lead_pages" ADD CONSTRAINT "lead_pages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_reads" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "lead_reads" RENAME CONSTRAINT "lead_reads_user_id_platform_pk" TO "lead_reads_workspace_id_platform_pk";--> statement-breakpoint
ALTER TABLE "lead_reads" DROP CONSTRAINT "lead_reads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "lead_reads" ADD CONSTRAINT "lead_reads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "leads" RENAME CONSTRAINT "leads_user_id_platform_lead_id_pk" TO "leads_workspace_id_platform_lead_id_pk";--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_lead_batches" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "custom_lead_batches" RENAME CONSTRAINT "custom_lead_batches_user_id_import_id_number_pk" TO "custom_lead_batches_workspace_id_import_id_number_pk";--> statement-breakpoint
ALTER TABLE "custom_lead_batches" RENAME CONSTRAINT "custom_lead_batches_user_id_import_id_custom_lead_imports_user_id_id_fk" TO "custom_lead_batches_workspace_id_import_id_custom_lead_imports_workspace_id_id_fk";--> statement-breakpoint
ALTER TABLE "custom_lead_imports" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "custom_lead_imports" RENAME CONSTRAINT "custom_lead_imports_user_id_id_pk" TO "custom_lead_imports_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "custom_lead_imports" DROP CONSTRAINT "custom_lead_imports_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "custom_lead_imports" ADD CONSTRAINT "custom_lead_imports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_leads" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "custom_leads" RENAME CONSTRAINT "custom_leads_user_id_id_pk" TO "custom_leads_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "custom_leads" DROP CONSTRAINT "custom_leads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "custom_leads" ADD CONSTRAINT "custom_leads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_owners" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "sheet_owners" DROP CONSTRAINT "sheet_owners_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sheet_owners" ADD CONSTRAINT "sheet_owners_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" RENAME CONSTRAINT "sheet_sync_runs_user_id_sync_id_id_pk" TO "sheet_sync_runs_workspace_id_sync_id_id_pk";--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" RENAME CONSTRAINT "sheet_sync_runs_user_id_sync_id_sheet_syncs_user_id_id_fk" TO "sheet_sync_runs_workspace_id_sync_id_sheet_syncs_workspace_id_id_fk";--> statement-breakpoint
ALTER TABLE "sheet_syncs" RENAME COLUMN "user_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "sheet_syncs" RENAME CONSTRAINT "sheet_syncs_user_id_id_pk" TO "sheet_syncs_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "sheet_syncs" DROP CONSTRAINT "sheet_syncs_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "ordered_by" text;--> statement-breakpoint
UPDATE "exports" SET "ordered_by" = "workspace_id";--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_orderer" ON "exports" USING btree ("ordered_by");--> statement-breakpoint
-- The job queue's own tables, where there are any. Jobs name people; the workspace of each has the same id.
DO $$ BEGIN
	IF to_regclass('jobs.job') IS NOT NULL THEN
		UPDATE jobs.job SET data = data - 'userId' || jsonb_build_object('workspaceId', data->'userId')
			WHERE data ? 'userId' AND name NOT IN ('otp-mail', 'password-changed-mail') AND state <= 'active';
		UPDATE jobs.job SET data = data - 'userIds' || jsonb_build_object('workspaceIds', data->'userIds')
			WHERE data ? 'userIds' AND state <= 'active';
		-- The queue for dead-lettered jobs has a new name. Repeated jobs with new names are scheduled again by each start.
		INSERT INTO jobs.queue SELECT renamed.* FROM jobs.queue former,
			jsonb_populate_record(NULL::jobs.queue, to_jsonb(former) || '{"name": "dead-letter"}') renamed WHERE former.name = 'parked';
		UPDATE jobs.job SET name = 'dead-letter' WHERE name = 'parked';
		DELETE FROM jobs.schedule WHERE name IN ('sweep-lead-notices', 'forget-lead-notices', 'forget-export-rows', 'forget-reports', 'forget-notifications', 'forget-old-leads');
		DELETE FROM jobs.job WHERE name IN ('sweep-lead-notices', 'forget-lead-notices', 'forget-export-rows', 'forget-reports', 'forget-notifications', 'forget-old-leads');
		DELETE FROM jobs.queue WHERE name IN ('parked', 'sweep-lead-notices', 'forget-lead-notices', 'forget-export-rows', 'forget-reports', 'forget-notifications', 'forget-old-leads');
	END IF;
END $$;
