-- Edited by hand. 2.0.0 may still run during an upgrade and names `users.default_accounts`, `reset_links.tries_left`, and
-- `next_attempt_at`, `attempts`, `problem`, `lease_id` and `leased_until` of `insight_summaries`. This release no longer names
-- these columns, and a later one drops them. Until then each of them has a default.
DROP TABLE "one_time_codes";--> statement-breakpoint
DROP INDEX "insight_summaries_due";--> statement-breakpoint
UPDATE "memberships" SET "default_accounts" = "users"."default_accounts" FROM "users" WHERE "users"."id" = "memberships"."user_id" AND "memberships"."default_accounts" IS NULL;--> statement-breakpoint
UPDATE "users" SET "default_accounts" = '{}' WHERE "default_accounts" <> '{}';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "default_accounts" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "reset_links" ALTER COLUMN "tries_left" SET DEFAULT 0;
