ALTER TABLE "text_index" ADD COLUMN "dead_sought_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "text_segments" ADD COLUMN "version" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
-- What is there was written by the version of the index.
UPDATE "text_segments" SET "version" = (SELECT "version" FROM "text_index");
