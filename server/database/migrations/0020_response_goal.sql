ALTER TABLE "workspaces" ADD COLUMN "response_minutes" integer DEFAULT 60;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "office_days" integer[];--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "office_opens" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "office_closes" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "office_time_zone" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "responses_since" timestamp with time zone DEFAULT now() NOT NULL;