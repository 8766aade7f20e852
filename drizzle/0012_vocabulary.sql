CREATE TABLE "vocabularies" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"built_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "vocabularies_one_row" CHECK ("vocabularies"."is_only")
);
