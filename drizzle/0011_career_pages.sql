ALTER TABLE "collector_postings" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "collector_vendors" ADD COLUMN "robots" text;--> statement-breakpoint
ALTER TABLE "collector_vendors" ADD COLUMN "robots_until" timestamp (3) with time zone;