CREATE TABLE "collector_days" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"boards" integer NOT NULL,
	"understood" integer NOT NULL,
	"postings" integer NOT NULL,
	"suspect_since" timestamp (3) with time zone,
	"is_usual" boolean NOT NULL,
	CONSTRAINT "collector_days_day_source_pk" PRIMARY KEY("day","source")
);
--> statement-breakpoint
CREATE TABLE "collector_requests" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"status" smallint NOT NULL,
	"times" integer[] NOT NULL,
	CONSTRAINT "collector_requests_day_source_status_pk" PRIMARY KEY("day","source","status")
);
--> statement-breakpoint
ALTER TABLE "collector_boards" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "collector_postings_unreadable" ON "collector_postings" USING btree ("board_id") WHERE "collector_postings"."skipped" = 'unreadable';