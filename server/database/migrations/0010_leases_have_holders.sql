ALTER TABLE "idempotency_keys" ALTER COLUMN "claimed_until" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "lease_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "lease_id" text;