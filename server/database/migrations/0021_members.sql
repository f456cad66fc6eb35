CREATE TABLE "workspace_invitations" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"secret_hash" text,
	"email" text,
	"role" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspace_invitations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "default_accounts" jsonb;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD COLUMN "workspace_id" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "workspace_id" text;--> statement-breakpoint
-- Until now each person has worked in the oldest workspace.
UPDATE "sessions" SET "workspace_id" = "first"."workspace_id" FROM (
	SELECT DISTINCT ON ("user_id") "user_id", "workspace_id" FROM "memberships" ORDER BY "user_id", "created_at", "workspace_id"
) "first" WHERE "first"."user_id" = "sessions"."user_id";--> statement-breakpoint
UPDATE "notifications" SET "workspace_id" = "first"."workspace_id" FROM (
	SELECT DISTINCT ON ("user_id") "user_id", "workspace_id" FROM "memberships" ORDER BY "user_id", "created_at", "workspace_id"
) "first" WHERE "first"."user_id" = "notifications"."user_id";--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_secret" ON "workspace_invitations" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "workspace_invitations_email" ON "workspace_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "workspace_invitations_expiry" ON "workspace_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "workspace_invitations_inviter" ON "workspace_invitations" USING btree ("invited_by");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE set null ("workspace_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "notifications_member" ON "notifications" USING btree ("workspace_id","user_id");