CREATE TABLE "writer_clock" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_instant" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "writer_clock_one_row" CHECK ("writer_clock"."is_only")
);
--> statement-breakpoint
INSERT INTO "writer_clock" ("last_instant")
SELECT max("occurred_at") FROM "changes" JOIN "change_counters" USING ("country") WHERE "seq" = "last_seq" HAVING count(*) > 0;
