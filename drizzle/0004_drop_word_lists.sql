DROP TABLE "text_segments";--> statement-breakpoint
DROP TABLE "word_lists";--> statement-breakpoint
-- With the column go its sequence and, on the partition, its index.
ALTER TABLE "jobs" DROP COLUMN "text_id";--> statement-breakpoint
ALTER TABLE "text_index" DROP COLUMN "dead_sought_at";
