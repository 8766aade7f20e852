CREATE TABLE "samples" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"jobs" integer NOT NULL,
	"random" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "samples_one_row" CHECK ("samples"."is_only")
);
