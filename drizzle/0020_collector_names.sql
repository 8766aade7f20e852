ALTER TABLE "collector_boards" RENAME COLUMN "doubt" TO "incomplete_reason";--> statement-breakpoint
ALTER TABLE "collector_boards" RENAME COLUMN "held_since" TO "quarantined_since";--> statement-breakpoint
ALTER TABLE "collector_boards" RENAME COLUMN "held_answers" TO "quarantine_answers";--> statement-breakpoint
ALTER TABLE "collector_boards" RENAME COLUMN "held_hash" TO "quarantine_hash";--> statement-breakpoint
ALTER TABLE "collector_boards" RENAME COLUMN "held_reason" TO "quarantine_reason";--> statement-breakpoint
ALTER TABLE "collector_boards" RENAME COLUMN "is_held_for_owner" TO "is_for_new_owner";--> statement-breakpoint
ALTER TABLE "collector_postings" RENAME COLUMN "missing_since" TO "unlisted_since";