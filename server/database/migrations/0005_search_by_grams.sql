-- Written by hand: the order and `include`. 0011 makes the indexes that hold parts of the texts.
DROP INDEX "leads_newest";--> statement-breakpoint
DROP INDEX IF EXISTS "leads_search";--> statement-breakpoint
DROP INDEX "custom_leads_newest";--> statement-breakpoint
DROP INDEX IF EXISTS "custom_leads_search";--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "search_text", ADD COLUMN "search_text" text GENERATED ALWAYS AS (left(lower(name || E'\n' || email || E'\n' || phone || E'\n' || lead_id), 400)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_leads" DROP COLUMN "search_text", ADD COLUMN "search_text" text GENERATED ALWAYS AS (left(lower(name || E'\n' || email_address || E'\n' || lead_id || E'\n' || project || E'\n' || campaign_name || E'\n' || form_name || E'\n' || ad_name), 400)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" ("user_id","platform","created_at" DESC NULLS FIRST,"lead_id" DESC NULLS FIRST) INCLUDE ("search_text");--> statement-breakpoint
CREATE INDEX "custom_leads_newest" ON "custom_leads" ("user_id","created_at" DESC NULLS FIRST,"position","id") INCLUDE ("search_text");
