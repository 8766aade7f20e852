-- One change counter a country, from the start: writers update these rows and never insert them.
INSERT INTO "change_counters" ("country", "last_seq") VALUES ('CA', 0), ('US', 0);
--> statement-breakpoint
-- A new catalogue has nothing that another version indexed.
INSERT INTO "text_index" ("version") VALUES (1);
--> statement-breakpoint
ALTER SEQUENCE "jobs_id_seq" OWNED BY "jobs"."id";
--> statement-breakpoint
-- Long values stay as they are, out of line: PostgreSQL's own compression would take a fifth of an import's time, and
-- time of every page that carries descriptions.
ALTER TABLE "job_documents" ALTER COLUMN "description_text" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "job_documents" ALTER COLUMN "description_html" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "text_words" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- PostgreSQL plans searches with the statistics of the indexes on these columns.
ALTER TABLE "jobs" ALTER COLUMN "text_words" SET STATISTICS 0;
--> statement-breakpoint
-- New words are merged into the index some thousand jobs at a time, in kilobytes; an import ends by merging the rest.
ALTER INDEX "active_jobs_text_words" SET (gin_pending_list_limit = 32768);
--> statement-breakpoint
ALTER INDEX "removed_jobs_text_words" SET (gin_pending_list_limit = 32768);
