CREATE TABLE "lead_contact_fills" (
	"workspace_id" text NOT NULL,
	"list" text NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	CONSTRAINT "lead_contact_fills_workspace_id_list_pk" PRIMARY KEY("workspace_id","list")
);
--> statement-breakpoint
CREATE TABLE "lead_contacts" (
	"workspace_id" text NOT NULL,
	"list" text NOT NULL,
	"lead_id" text NOT NULL,
	"email_key" text,
	"phone_key" text,
	"arrived_at" timestamp with time zone NOT NULL,
	"is_repeat" boolean DEFAULT false NOT NULL,
	CONSTRAINT "lead_contacts_workspace_id_list_lead_id_pk" PRIMARY KEY("workspace_id","list","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_merges" (
	"workspace_id" text NOT NULL,
	"list" text NOT NULL,
	"lead_id" text NOT NULL,
	"into_id" text NOT NULL,
	"position" integer NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"merged_by" text,
	"made_work" boolean NOT NULL,
	"changes" jsonb NOT NULL,
	"base_version" integer,
	"merged_version" integer NOT NULL,
	CONSTRAINT "lead_merges_workspace_id_list_lead_id_pk" PRIMARY KEY("workspace_id","list","lead_id")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "phone_country" text;--> statement-breakpoint
ALTER TABLE "lead_work" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "lead_contact_fills" ADD CONSTRAINT "lead_contact_fills_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_contacts" ADD CONSTRAINT "lead_contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_contacts_email" ON "lead_contacts" USING btree ("workspace_id","email_key","arrived_at","list","lead_id") WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX "lead_contacts_phone" ON "lead_contacts" USING btree ("workspace_id","phone_key","arrived_at","list","lead_id") WHERE phone_key is not null;--> statement-breakpoint
CREATE INDEX "lead_contacts_repeat" ON "lead_contacts" USING btree ("workspace_id","list","lead_id") WHERE is_repeat;--> statement-breakpoint
CREATE INDEX "lead_merges_into" ON "lead_merges" USING btree ("workspace_id","into_id","position");--> statement-breakpoint
CREATE INDEX "lead_merges_by" ON "lead_merges" USING btree ("merged_by");--> statement-breakpoint
CREATE INDEX "lead_entries_merge" ON "lead_entries" USING btree ("workspace_id","after") WHERE kind in ('merged', 'separated');--> statement-breakpoint
CREATE INDEX "lead_work_merged" ON "lead_work" USING btree ("workspace_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
-- A job reads the contacts of the leads that are stored already.
INSERT INTO "lead_contact_fills" ("workspace_id", "list") SELECT "workspace_id", "list" FROM "lead_counts" WHERE "total" > 0;
