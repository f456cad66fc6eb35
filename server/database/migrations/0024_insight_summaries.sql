CREATE TABLE "insight_summaries" (
	"workspace_id" text NOT NULL,
	"week" date NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	CONSTRAINT "insight_summaries_workspace_id_week_pk" PRIMARY KEY("workspace_id","week")
);
--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD CONSTRAINT "insight_summaries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "insight_summaries_due" ON "insight_summaries" USING btree ("next_attempt_at");