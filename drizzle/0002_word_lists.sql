CREATE SEQUENCE "public"."text_ids_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "text_segments" (
	"first_text" bigint PRIMARY KEY NOT NULL,
	"last_text" bigint NOT NULL,
	"texts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "word_lists" (
	"first_text" bigint NOT NULL,
	"word" text NOT NULL,
	"list" text NOT NULL,
	CONSTRAINT "word_lists_first_text_word_pk" PRIMARY KEY("first_text","word")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "text_id" bigint;--> statement-breakpoint
CREATE INDEX "active_jobs_texts" ON "active_jobs" USING btree ("text_id","date_created","country");--> statement-breakpoint
ALTER SEQUENCE "text_ids_seq" OWNED BY "jobs"."text_id";--> statement-breakpoint
-- Lists stay as they are, as other long values do.
ALTER TABLE "word_lists" ALTER COLUMN "list" SET STORAGE EXTERNAL;
