CREATE TABLE "default_views" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"screen" text NOT NULL,
	"view_id" text NOT NULL,
	CONSTRAINT "default_views_workspace_id_user_id_screen_pk" PRIMARY KEY("workspace_id","user_id","screen")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "views_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_chosen" FOREIGN KEY ("workspace_id","view_id") REFERENCES "public"."views"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "default_views_view" ON "default_views" USING btree ("workspace_id","view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "views_name" ON "views" USING btree ("workspace_id","user_id","screen",lower("name"));