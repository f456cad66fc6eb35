CREATE TABLE "ad_changes" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"level" text NOT NULL,
	"object_id" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"from" text,
	"to" text,
	CONSTRAINT "ad_changes_workspace_id_platform_level_object_id_seen_at_what_pk" PRIMARY KEY("workspace_id","platform","level","object_id","seen_at","what")
);
--> statement-breakpoint
CREATE TABLE "ad_day_reads" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"object_id" text NOT NULL,
	"day" date NOT NULL,
	"read_on" date NOT NULL,
	"metrics" bigint[] NOT NULL,
	CONSTRAINT "ad_day_reads_workspace_id_platform_object_id_day_read_on_pk" PRIMARY KEY("workspace_id","platform","object_id","day","read_on")
);
--> statement-breakpoint
CREATE TABLE "ad_days" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"level" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"is_settled" boolean NOT NULL,
	"currency" text,
	"time_zone" text,
	CONSTRAINT "ad_days_workspace_id_platform_account_id_level_day_pk" PRIMARY KEY("workspace_id","platform","account_id","level","day")
);
--> statement-breakpoint
CREATE TABLE "ad_objects" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"level" text NOT NULL,
	"object_id" text NOT NULL,
	"account_id" text NOT NULL,
	"campaign_id" text,
	"ad_set_id" text,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"platform_status" text,
	"budget_kind" text,
	"budget" numeric(24, 6),
	"shared_budget_id" text,
	"objective" text,
	"optimization_goal" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"currency" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"first_day" date,
	"last_day" date,
	"totals_before" bigint[] NOT NULL,
	"totals_after" bigint[] NOT NULL,
	CONSTRAINT "ad_objects_workspace_id_level_platform_object_id_pk" PRIMARY KEY("workspace_id","level","platform","object_id")
);
--> statement-breakpoint
CREATE TABLE "ad_totals" (
	"workspace_id" text NOT NULL,
	"level" text NOT NULL,
	"month" date NOT NULL,
	"platform" text NOT NULL,
	"object_id" text NOT NULL,
	"totals" bigint[] NOT NULL,
	CONSTRAINT "ad_totals_workspace_id_level_month_platform_object_id_pk" PRIMARY KEY("workspace_id","level","month","platform","object_id")
);
--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "ads_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "ads_since" date;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD COLUMN "ads_problem" text;--> statement-breakpoint
ALTER TABLE "ad_changes" ADD CONSTRAINT "ad_changes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_day_reads" ADD CONSTRAINT "ad_day_reads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_days" ADD CONSTRAINT "ad_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_objects" ADD CONSTRAINT "ad_objects_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_totals" ADD CONSTRAINT "ad_totals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_day_reads_age" ON "ad_day_reads" USING btree ("read_on");--> statement-breakpoint
CREATE INDEX "ad_objects_campaign" ON "ad_objects" USING btree ("workspace_id","platform","campaign_id");--> statement-breakpoint
CREATE INDEX "ad_objects_ad_set" ON "ad_objects" USING btree ("workspace_id","platform","ad_set_id");--> statement-breakpoint
CREATE INDEX "leads_ad" ON "leads" USING btree ("workspace_id","platform","ad_id","created_at") WHERE ad_id is not null;