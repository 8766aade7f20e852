CREATE TABLE "retention" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"pruned_before" timestamp (3) with time zone,
	"steps" bigint DEFAULT 0 NOT NULL,
	"turn_at" timestamp (3) with time zone,
	CONSTRAINT "retention_only" CHECK ("retention"."is_only")
);
--> statement-breakpoint
ALTER TABLE "change_counters" ADD COLUMN "pruned_to" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_job" ON "changes" USING btree ("job_id");