DROP INDEX "removed_jobs_words";--> statement-breakpoint
CREATE INDEX "removed_jobs_words" ON "removed_jobs" USING btree ("date_created") WHERE ("removed_jobs"."title_words" <> ''::tsvector or "removed_jobs"."organization_words" <> ''::tsvector
    or "removed_jobs"."places" <> '{}'::integer[] or "removed_jobs"."text_words" <> ''::tsvector);