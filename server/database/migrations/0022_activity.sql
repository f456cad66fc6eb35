CREATE TABLE "activities" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"author_id" text,
	"kind" text NOT NULL,
	"given" text,
	"leads" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"has_undo" boolean DEFAULT true NOT NULL,
	"lifted_marks" text[] DEFAULT '{}' NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	"restored" integer DEFAULT 0 NOT NULL,
	"left_leads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "activities_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "undo_leads" (
	"workspace_id" text NOT NULL,
	"activity_id" text NOT NULL,
	"list" text NOT NULL,
	"lead_id" text NOT NULL,
	"before" jsonb,
	"version" integer,
	"lead_created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "undo_leads_workspace_id_activity_id_list_lead_id_pk" PRIMARY KEY("workspace_id","activity_id","list","lead_id")
);
--> statement-breakpoint
ALTER TABLE "custom_lead_imports" ADD COLUMN "activity_id" text;--> statement-breakpoint
ALTER TABLE "custom_leads" ADD COLUMN "activity_id" text;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_leads" ADD CONSTRAINT "undo_leads_activity" FOREIGN KEY ("workspace_id","activity_id") REFERENCES "public"."activities"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "activities_at" ON "activities" USING btree ("at");--> statement-breakpoint
CREATE INDEX "activities_author" ON "activities" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "activities_undoer" ON "activities" USING btree ("undone_by");--> statement-breakpoint
CREATE INDEX "undo_leads_lead" ON "undo_leads" USING btree ("workspace_id","list","lead_id");