CREATE TABLE "lead_entries" (
	"workspace_id" text NOT NULL,
	"list" text NOT NULL,
	"lead_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"author_id" text,
	"kind" text NOT NULL,
	"note" text,
	"before" text,
	"after" text,
	CONSTRAINT "lead_entries_workspace_id_list_lead_id_id_pk" PRIMARY KEY("workspace_id","list","lead_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead_statuses" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"meaning" text NOT NULL,
	CONSTRAINT "lead_statuses_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead_work" (
	"workspace_id" text NOT NULL,
	"list" text NOT NULL,
	"lead_id" text NOT NULL,
	"status_id" text,
	"assignee_id" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"amount" numeric(24, 6),
	"currency" text,
	"responded_at" timestamp with time zone,
	"active_at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "lead_work_workspace_id_list_lead_id_pk" PRIMARY KEY("workspace_id","list","lead_id")
);
--> statement-breakpoint
ALTER TABLE "lead_entries" ADD CONSTRAINT "lead_entries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_entries" ADD CONSTRAINT "lead_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_statuses" ADD CONSTRAINT "lead_statuses_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_work" ADD CONSTRAINT "lead_work_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_work" ADD CONSTRAINT "lead_work_assignee" FOREIGN KEY ("workspace_id","assignee_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE set null ("assignee_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_entries_newest" ON "lead_entries" USING btree ("workspace_id","list","lead_id","at");--> statement-breakpoint
CREATE INDEX "lead_entries_author" ON "lead_entries" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "lead_work_status" ON "lead_work" USING btree ("workspace_id","status_id");--> statement-breakpoint
CREATE INDEX "lead_work_assignee" ON "lead_work" USING btree ("workspace_id","assignee_id");