CREATE TABLE "change_gaps" (
	"country" text NOT NULL,
	"last_seq" bigint NOT NULL,
	"skipped_to" bigint NOT NULL,
	CONSTRAINT "change_gaps_country_last_seq_pk" PRIMARY KEY("country","last_seq")
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"identity" text NOT NULL,
	"timeline" integer NOT NULL,
	"transaction" bigint NOT NULL,
	"wal_bytes" bigint NOT NULL,
	"opened_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
