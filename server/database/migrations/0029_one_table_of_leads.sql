-- Written by hand. 2.0.0 must not run meanwhile: it knows neither the column `list` nor the imported leads in `leads`.
-- The imported leads move after this migration, in steps (server/database/moves).
ALTER TABLE "leads" RENAME COLUMN "platform" TO "list";--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_platform_known", DROP CONSTRAINT "leads_source_known",
	ADD CONSTRAINT "leads_list_known" CHECK ("leads"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID,
	ADD CONSTRAINT "leads_source_known" CHECK ("leads"."source" in ('platform', 'sheet', 'import')) NOT VALID;--> statement-breakpoint
ALTER TABLE "leads" RENAME CONSTRAINT "leads_workspace_id_platform_lead_id_pk" TO "leads_workspace_id_list_lead_id_pk";--> statement-breakpoint
DROP INDEX "leads_newest";--> statement-breakpoint
DROP INDEX "leads_search";--> statement-breakpoint
DROP INDEX "leads_ad";--> statement-breakpoint
DROP INDEX "leads_form";--> statement-breakpoint
ALTER TABLE "leads"
	ALTER COLUMN "answers" SET DEFAULT '[]',
	ADD COLUMN "status_text" text,
	ADD COLUMN "country" text,
	ADD COLUMN "imported_at" timestamp with time zone,
	ADD COLUMN "position" bigint DEFAULT 0 NOT NULL,
	ADD COLUMN "identity" text,
	ADD COLUMN "activity_id" text,
	ADD COLUMN "record" jsonb,
	ADD COLUMN "deleted_at" timestamp with time zone,
	ADD COLUMN "deleted_by" text;--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "search_text", ADD COLUMN "search_text" text GENERATED ALWAYS AS (left(lower(name || E'\n' || email || E'\n' || phone || E'\n' || case when record is null then lead_id else coalesce(record ->> 'id', '') || E'\n' || coalesce(record ->> 'Project', '') || E'\n' || coalesce(campaign_name, '') || E'\n' || coalesce(form_name, '') || E'\n' || coalesce(ad_name, '') end), 400)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_identity" ON "leads" USING btree ("workspace_id","identity") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("workspace_id","list","created_at" DESC NULLS FIRST,"position" DESC NULLS FIRST,"lead_id" DESC NULLS FIRST) INCLUDE ("search_text", "imported_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_imported" ON "leads" USING btree ("workspace_id","imported_at" DESC NULLS FIRST,"position" DESC NULLS FIRST,"lead_id" DESC NULLS FIRST) INCLUDE ("search_text") WHERE imported_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_ad" ON "leads" USING btree ("workspace_id","list","ad_id","created_at") WHERE ad_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_form" ON "leads" USING btree ("workspace_id","list","form_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_deleted" ON "leads" USING btree ("workspace_id","deleted_by") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin (search_grams(workspace_id, search_text)) WITH (gin_pending_list_limit=512) WHERE deleted_at is null;--> statement-breakpoint
DO $$ BEGIN
	IF EXISTS (SELECT FROM "custom_leads") OR EXISTS (SELECT FROM "custom_lead_batches")
		OR EXISTS (SELECT FROM "undo_leads" WHERE "before" ? 'lead') THEN
		ALTER TABLE "custom_leads" RENAME TO "moving_leads";
	ELSE
		DROP TABLE "custom_leads";
	END IF;
END $$;--> statement-breakpoint
ALTER TABLE "lead_work" ADD CONSTRAINT "lead_work_lead" FOREIGN KEY ("workspace_id","list","lead_id") REFERENCES "public"."leads"("workspace_id","list","lead_id") ON DELETE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_entries" ADD CONSTRAINT "lead_entries_lead" FOREIGN KEY ("workspace_id","list","lead_id") REFERENCES "public"."leads"("workspace_id","list","lead_id") ON DELETE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_lead" FOREIGN KEY ("workspace_id","list","lead_id") REFERENCES "public"."leads"("workspace_id","list","lead_id") ON DELETE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "undo_leads" ADD CONSTRAINT "undo_leads_kept" FOREIGN KEY ("workspace_id","list","lead_id") REFERENCES "public"."leads"("workspace_id","list","lead_id") ON DELETE cascade NOT VALID;
