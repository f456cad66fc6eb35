CREATE TABLE "budgets" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"month" text NOT NULL,
	"amount" numeric(24, 6) NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budgets_workspace_id_platform_account_id_month_pk" PRIMARY KEY("workspace_id","platform","account_id","month")
);
--> statement-breakpoint
CREATE TABLE "finding_runs" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	"last_day" date,
	"finished_at" timestamp with time zone,
	"reads" text[] DEFAULT '{}' NOT NULL,
	"learning" jsonb DEFAULT '[]' NOT NULL,
	"campaigns" integer DEFAULT 0 NOT NULL,
	"forms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "finding_runs_workspace_id_platform_account_id_pk" PRIMARY KEY("workspace_id","platform","account_id")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"entity_id" text NOT NULL,
	"direction" text NOT NULL,
	"since" date NOT NULL,
	"found_on" date NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"ended_on" date,
	"ended_why" text,
	"currency" text,
	"stake" numeric(24, 6),
	"said" jsonb NOT NULL,
	"mark" text,
	"note" text,
	"marked_by" text,
	"marked_at" timestamp with time zone,
	CONSTRAINT "findings_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
DROP INDEX "ad_day_reads_age";--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_runs" ADD CONSTRAINT "finding_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_runs_due" ON "finding_runs" USING btree ("next_run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "findings_said" ON "findings" USING btree ("workspace_id","platform","account_id","kind","level","entity_id","found_on");--> statement-breakpoint
CREATE INDEX "findings_open" ON "findings" USING btree ("workspace_id") WHERE ended_on is null;--> statement-breakpoint
CREATE INDEX "findings_ended" ON "findings" USING btree ("workspace_id","ended_on") WHERE ended_on is not null;--> statement-breakpoint
CREATE INDEX "findings_marker" ON "findings" USING btree ("marked_by");--> statement-breakpoint
CREATE INDEX "ad_day_reads_age" ON "ad_day_reads" USING btree ("read_on","workspace_id","platform");--> statement-breakpoint
-- What was read before is looked at once without waiting for the next read.
INSERT INTO "finding_runs" ("workspace_id", "platform", "account_id", "next_run_at", "reads")
SELECT workspace_id, platform, account_id, now(), array_agg(to_char(read_on, 'YYYY-MM-DD') || 'T23:59:59.000Z' ORDER BY read_on)
FROM (
	SELECT DISTINCT o.workspace_id, o.platform, o.account_id, r.read_on
	FROM "ad_day_reads" r
	JOIN "ad_objects" o ON o.workspace_id = r.workspace_id AND o.level = 'ad' AND o.platform = r.platform AND o.object_id = r.object_id
	JOIN "insight_accounts" a ON a.workspace_id = o.workspace_id AND a.platform = o.platform AND a.account_id = o.account_id
) read
GROUP BY workspace_id, platform, account_id;
