ALTER TABLE "collector_postings" ADD COLUMN "other_board" text;--> statement-breakpoint
ALTER TABLE "collector_postings" ADD COLUMN "other_address" text;