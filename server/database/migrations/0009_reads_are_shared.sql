ALTER TABLE "insight_accounts" ADD COLUMN "reading_since" date;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "reading_until" date;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "answer_size" jsonb;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "answer_size_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD COLUMN "region" text;