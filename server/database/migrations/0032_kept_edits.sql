ALTER TABLE "leads" ADD COLUMN "edited" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "custom_lead_imports" ADD COLUMN "unchanged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" ADD COLUMN "conflicts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD COLUMN "noted" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Columns that people have edited so far. An entry names the title of its column.
UPDATE "leads" SET "edited" = entries.keys FROM (
  SELECT "workspace_id", "list", "lead_id", array_agg(DISTINCT coalesce('{"Ad Name": "ad_name", "Ad Set Id": "adset_id", "Ad Set Name": "adset_name", "Campaign Id": "campaign_id", "Campaign Name": "campaign_name", "Form Id": "form_id", "Form Name": "form_name", "Is Organic": "is_organic", "Platform": "platform", "Unit Type": "UnitType", "Sales Advisor Contact": "salesAdvisorContact", "Country": "country", "Starting Price": "StartingPrice"}'::jsonb ->> "note", "note")) AS keys
  FROM "lead_entries" WHERE "kind" = 'edited' AND "note" IS NOT NULL GROUP BY 1, 2, 3
) AS entries
WHERE "leads"."workspace_id" = entries."workspace_id" AND "leads"."list" = entries."list" AND "leads"."lead_id" = entries."lead_id";
