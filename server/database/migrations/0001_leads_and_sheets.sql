-- Edited by hand: the extension pg_trgm and its two indexes are left out, because 0005 replaces the indexes. Older databases may keep the extension.
CREATE TABLE "custom_lead_batches" (
	"user_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"rows" text NOT NULL,
	CONSTRAINT "custom_lead_batches_user_id_import_id_number_pk" PRIMARY KEY("user_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "custom_lead_imports" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"inserted" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "custom_lead_imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "custom_leads" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "custom_leads_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"identity" text,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"email_address" text NOT NULL,
	"ad_id" text NOT NULL,
	"status" text NOT NULL,
	"project" text NOT NULL,
	"lead_id" text NOT NULL,
	"created_time" text NOT NULL,
	"ad_name" text NOT NULL,
	"adset_id" text NOT NULL,
	"adset_name" text NOT NULL,
	"campaign_id" text NOT NULL,
	"campaign_name" text NOT NULL,
	"form_id" text NOT NULL,
	"form_name" text NOT NULL,
	"is_organic" text NOT NULL,
	"platform" text NOT NULL,
	"unit_type" text NOT NULL,
	"sales_advisor_contact" text NOT NULL,
	"country" text NOT NULL,
	"starting_price" text NOT NULL,
	"unix" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'
' || email_address || E'
' || lead_id || E'
' || project || E'
' || campaign_name || E'
' || form_name || E'
' || ad_name)) STORED NOT NULL,
	CONSTRAINT "custom_leads_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead_counts" (
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "lead_counts_user_id_list_pk" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "lead_forms" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"form_id" text NOT NULL,
	"page_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"platform_count" integer,
	"newest_lead_at" timestamp with time zone,
	"fully_read_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"problem" text,
	"listed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_forms_user_id_platform_form_id_pk" PRIMARY KEY("user_id","platform","form_id")
);
--> statement-breakpoint
CREATE TABLE "lead_notices" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"lead_id" text NOT NULL,
	"page_id" text NOT NULL,
	"form_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "lead_notices_user_id_platform_lead_id_pk" PRIMARY KEY("user_id","platform","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_pages" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"page_id" text NOT NULL,
	"name" text NOT NULL,
	"access_token" text,
	"subscribed_at" timestamp with time zone,
	"subscription_id" text,
	"problem" text,
	"listed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_pages_user_id_platform_page_id_pk" PRIMARY KEY("user_id","platform","page_id")
);
--> statement-breakpoint
CREATE TABLE "lead_reads" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"next_read_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	"problem_code" text,
	"problem" text,
	CONSTRAINT "lead_reads_user_id_platform_pk" PRIMARY KEY("user_id","platform")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"lead_id" text NOT NULL,
	"source" text DEFAULT 'platform' NOT NULL,
	"page_id" text,
	"form_id" text,
	"form_name" text,
	"ad_id" text,
	"ad_name" text,
	"adset_id" text,
	"adset_name" text,
	"campaign_id" text,
	"campaign_name" text,
	"is_organic" boolean,
	"placement" text,
	"answers" jsonb NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || E'
' || email || E'
' || phone || E'
' || lead_id)) STORED NOT NULL,
	CONSTRAINT "leads_user_id_platform_lead_id_pk" PRIMARY KEY("user_id","platform","lead_id")
);
--> statement-breakpoint
CREATE TABLE "sheet_claims" (
	"document_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sheet_sync_runs" (
	"user_id" text NOT NULL,
	"sync_id" text NOT NULL,
	"id" bigint NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"rows_added" integer DEFAULT 0 NOT NULL,
	"rows_changed" integer DEFAULT 0 NOT NULL,
	"rows_rejected" integer DEFAULT 0 NOT NULL,
	"rejected_rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	CONSTRAINT "sheet_sync_runs_user_id_sync_id_id_pk" PRIMARY KEY("user_id","sync_id","id")
);
--> statement-breakpoint
CREATE TABLE "sheet_syncs" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"document_id" text NOT NULL,
	"is_published" boolean NOT NULL,
	"gid" text,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_run_id" bigint DEFAULT 0 NOT NULL,
	"stored_hash" text,
	CONSTRAINT "sheet_syncs_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_registrations" (
	"platform" text PRIMARY KEY NOT NULL,
	"callback_url" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_lead_batches" ADD CONSTRAINT "custom_lead_batches_user_id_import_id_custom_lead_imports_user_id_id_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."custom_lead_imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_lead_imports" ADD CONSTRAINT "custom_lead_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_leads" ADD CONSTRAINT "custom_leads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_counts" ADD CONSTRAINT "lead_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notices" ADD CONSTRAINT "lead_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_pages" ADD CONSTRAINT "lead_pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_reads" ADD CONSTRAINT "lead_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_claims" ADD CONSTRAINT "sheet_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" ADD CONSTRAINT "sheet_sync_runs_user_id_sync_id_sheet_syncs_user_id_id_fk" FOREIGN KEY ("user_id","sync_id") REFERENCES "public"."sheet_syncs"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custom_lead_imports_due" ON "custom_lead_imports" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_leads_identity" ON "custom_leads" USING btree ("user_id","identity");--> statement-breakpoint
CREATE INDEX "custom_leads_newest" ON "custom_leads" USING btree ("user_id","created_at" DESC NULLS FIRST,"position","id");--> statement-breakpoint
CREATE INDEX "lead_notices_open" ON "lead_notices" USING btree ("received_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "lead_pages_page" ON "lead_pages" USING btree ("platform","page_id");--> statement-breakpoint
CREATE INDEX "lead_reads_due" ON "lead_reads" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("user_id","platform","created_at" DESC NULLS FIRST,"lead_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_form" ON "leads" USING btree ("user_id","platform","form_id");--> statement-breakpoint
CREATE INDEX "sheet_syncs_newest" ON "sheet_syncs" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sheet_syncs_due" ON "sheet_syncs" USING btree ("next_run_at");