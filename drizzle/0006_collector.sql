CREATE TABLE "collector_boards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collector_boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"slug" text NOT NULL,
	"settings" text NOT NULL,
	"organization" text,
	"country" text,
	"state" text DEFAULT 'active' NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"next_due" timestamp (3) with time zone NOT NULL,
	"interval_seconds" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"validators" text,
	"list_hash" text,
	"board_name" text,
	"last_success_at" timestamp (3) with time zone,
	"last_change_at" timestamp (3) with time zone,
	"last_count" integer,
	"doubt" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"missing_answers" integer DEFAULT 0 NOT NULL,
	"held_since" timestamp (3) with time zone,
	"held_answers" integer DEFAULT 0 NOT NULL,
	"held_hash" text,
	"held_reason" text,
	"is_held_for_owner" boolean DEFAULT false NOT NULL,
	CONSTRAINT "collector_boards_board" UNIQUE("source","slug"),
	CONSTRAINT "collector_boards_state" CHECK ("collector_boards"."state" in ('active', 'paused', 'dead', 'removed')),
	CONSTRAINT "collector_boards_country" CHECK ("collector_boards"."country" in ('CA', 'US'))
);
--> statement-breakpoint
CREATE TABLE "collector_postings" (
	"board_id" integer NOT NULL,
	"external_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"content_hash" text,
	"countries" text[],
	"missing_since" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"skipped" text,
	"skipped_detail" text,
	CONSTRAINT "collector_postings_board_id_external_id_pk" PRIMARY KEY("board_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "collector_vendors" (
	"source" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"blocked_reason" text,
	"openings" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collector_postings" ADD CONSTRAINT "collector_postings_board_id_collector_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."collector_boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collector_boards_due" ON "collector_boards" USING btree ("source","next_due") WHERE "collector_boards"."state" = 'active';