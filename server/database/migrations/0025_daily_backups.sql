CREATE TABLE "daily_backups" (
	"id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"done_at" timestamp with time zone,
	"file" text,
	"bytes" bigint,
	"copied_at" timestamp with time zone,
	"lease_id" text,
	"leased_until" timestamp with time zone
);
