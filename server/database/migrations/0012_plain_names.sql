ALTER TABLE "lead_notices" RENAME TO "lead_events";--> statement-breakpoint
ALTER TABLE "lead_events" RENAME CONSTRAINT "lead_notices_user_id_platform_lead_id_pk" TO "lead_events_user_id_platform_lead_id_pk";--> statement-breakpoint
ALTER TABLE "lead_events" RENAME CONSTRAINT "lead_notices_user_id_users_id_fk" TO "lead_events_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "lead_notices_open" RENAME TO "lead_events_open";--> statement-breakpoint
ALTER INDEX "lead_notices_done" RENAME TO "lead_events_done";--> statement-breakpoint
ALTER TABLE "sheet_claims" RENAME TO "sheet_owners";--> statement-breakpoint
ALTER TABLE "sheet_owners" RENAME CONSTRAINT "sheet_claims_pkey" TO "sheet_owners_pkey";--> statement-breakpoint
ALTER TABLE "sheet_owners" RENAME CONSTRAINT "sheet_claims_user_id_users_id_fk" TO "sheet_owners_user_id_users_id_fk";
