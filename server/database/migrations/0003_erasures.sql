CREATE TABLE "erasures" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_user" ON "erasures" USING btree ("user_id","requested_at");