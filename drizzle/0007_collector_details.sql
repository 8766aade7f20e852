ALTER TABLE "collector_boards" ADD COLUMN "list_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "collector_postings" ADD COLUMN "waiting_fingerprint" text;--> statement-breakpoint
ALTER TABLE "collector_postings" ADD COLUMN "reference" text;