-- Rows of exports that are gone, which nothing held to their export until now.
DELETE FROM "export_chunks" AS c WHERE NOT EXISTS (SELECT 1 FROM "exports" AS e WHERE e."user_id" = c."user_id" AND e."id" = c."export_id");--> statement-breakpoint
CREATE TABLE "campaign_days" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"campaign_id" text NOT NULL,
	"campaign_name" text NOT NULL,
	"currency" text,
	"spend" numeric(24, 6) NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"leads" numeric(24, 6) NOT NULL,
	CONSTRAINT "campaign_days_user_id_platform_account_id_day_campaign_id_pk" PRIMARY KEY("user_id","platform","account_id","day","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "insight_accounts" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"next_read_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	"wanted_since" date,
	"wanted_until" date,
	"read_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"problem_code" text,
	"problem" text,
	CONSTRAINT "insight_accounts_user_id_platform_account_id_pk" PRIMARY KEY("user_id","platform","account_id")
);
--> statement-breakpoint
CREATE TABLE "insight_days" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"is_settled" boolean NOT NULL,
	"currency" text,
	"time_zone" text,
	"attribution" text,
	"rows" jsonb NOT NULL,
	CONSTRAINT "insight_days_user_id_platform_account_id_day_pk" PRIMARY KEY("user_id","platform","account_id","day")
);
--> statement-breakpoint
CREATE TABLE "insight_reports" (
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"since" date NOT NULL,
	"until" date NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "insight_reports_user_id_platform_account_id_since_until_pk" PRIMARY KEY("user_id","platform","account_id","since","until")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "expiry_told_days" integer;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "gathered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "lease_id" text;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaign_days" ADD CONSTRAINT "campaign_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD CONSTRAINT "insight_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_days" ADD CONSTRAINT "insight_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "insight_reports" ADD CONSTRAINT "insight_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insight_accounts_due" ON "insight_accounts" USING btree ("next_read_at");--> statement-breakpoint
CREATE INDEX "insight_reports_age" ON "insight_reports" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_fk" FOREIGN KEY ("user_id","export_id") REFERENCES "public"."exports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;