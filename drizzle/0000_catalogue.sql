-- Written by hand beside what drizzle-kit generated: the function, and that `active_jobs` and `removed_jobs` are partitions.
CREATE FUNCTION "fetched"("words" tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 400
	AS 'BEGIN RETURN words; END';
--> statement-breakpoint
CREATE SEQUENCE "public"."jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_key_usage" (
	"key_id" integer NOT NULL,
	"month" date NOT NULL,
	"requests" bigint NOT NULL,
	"jobs" bigint NOT NULL,
	CONSTRAINT "api_key_usage_key_id_month_pk" PRIMARY KEY("key_id","month")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"requests_per_minute" integer,
	"jobs_per_month" bigint,
	"last_used_at" timestamp (3) with time zone,
	"bucket_tokens" double precision,
	"bucket_filled_at" timestamp with time zone,
	CONSTRAINT "api_keys_name_unique" UNIQUE("name"),
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "change_counters" (
	"country" text PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"country" text NOT NULL,
	"seq" bigint NOT NULL,
	"event" text NOT NULL,
	"job_id" bigint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"changed" text[],
	CONSTRAINT "changes_country_seq_pk" PRIMARY KEY("country","seq"),
	CONSTRAINT "changes_event" CHECK ("changes"."event" in ('created', 'updated', 'expired', 'excluded'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"finished_at" timestamp (3) with time zone NOT NULL,
	"created" bigint NOT NULL,
	"updated" bigint NOT NULL,
	"unchanged" bigint NOT NULL,
	"expired" bigint NOT NULL,
	"excluded" bigint NOT NULL,
	"rejected" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_documents" (
	"job_id" bigint PRIMARY KEY NOT NULL,
	"head" text NOT NULL,
	"tail" text NOT NULL,
	"description_text" text NOT NULL,
	"description_html" text NOT NULL,
	"source_fields" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint NOT NULL,
	"date_created" timestamp (3) with time zone NOT NULL,
	"date_posted" timestamp (3) with time zone,
	"date_modified" timestamp (3) with time zone,
	"date_removed" timestamp (3) with time zone,
	"employment_types" smallint NOT NULL,
	"is_remote" boolean NOT NULL,
	"has_salary" boolean NOT NULL,
	"has_location" boolean NOT NULL,
	"country" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"source_slug" text,
	"organization" text,
	"places" integer[] NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"organization_words" "tsvector" NOT NULL,
	"text_words" "tsvector" NOT NULL,
	CONSTRAINT "jobs_country" CHECK ("jobs"."country" in ('CA', 'US')),
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('active', 'expired', 'excluded')),
	CONSTRAINT "jobs_removed" CHECK (("jobs"."status" = 'active') = ("jobs"."date_removed" is null))
) PARTITION BY LIST ("status");
--> statement-breakpoint
CREATE TABLE "active_jobs" PARTITION OF "jobs" (
	CONSTRAINT "active_jobs_id_pk" PRIMARY KEY("id")
) FOR VALUES IN ('active');
--> statement-breakpoint
CREATE TABLE "removed_jobs" PARTITION OF "jobs" (
	CONSTRAINT "removed_jobs_id_pk" PRIMARY KEY("id")
) FOR VALUES IN ('expired', 'excluded');
--> statement-breakpoint
CREATE TABLE "organization_lists" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"built_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "organization_lists_one_row" CHECK ("organization_lists"."is_only")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"term" text NOT NULL,
	"words" "tsvector",
	CONSTRAINT "places_term_unique" UNIQUE("term")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"job_id" bigint PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"country" text NOT NULL,
	"board" text NOT NULL,
	"line_hash" text NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reposts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reposts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" bigint NOT NULL,
	"date_posted" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "text_index" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"next_version" integer,
	"done_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "text_index_only" CHECK ("text_index"."is_only")
);
--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "active_jobs_newest" ON "active_jobs" USING btree ("date_posted" DESC NULLS LAST,"id" DESC NULLS FIRST,"date_created","country");--> statement-breakpoint
CREATE INDEX "active_jobs_created" ON "active_jobs" USING btree ("date_created","country");--> statement-breakpoint
CREATE INDEX "active_jobs_modified" ON "active_jobs" USING btree ("date_modified" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "active_jobs"."date_modified" is not null;--> statement-breakpoint
CREATE INDEX "active_jobs_remote" ON "active_jobs" USING btree ("date_created") WHERE "active_jobs"."is_remote";--> statement-breakpoint
CREATE INDEX "active_jobs_organization" ON "active_jobs" USING btree ("organization");--> statement-breakpoint
CREATE INDEX "active_jobs_places" ON "active_jobs" USING gin ("places");--> statement-breakpoint
CREATE INDEX "active_jobs_title_words" ON "active_jobs" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "active_jobs_organization_words" ON "active_jobs" USING gin ("organization_words");--> statement-breakpoint
CREATE INDEX "active_jobs_text_words" ON "active_jobs" USING gin (fetched("text_words"));--> statement-breakpoint
CREATE INDEX "removed_jobs_created" ON "removed_jobs" USING btree ("date_created","country","status");--> statement-breakpoint
CREATE INDEX "removed_jobs_removed" ON "removed_jobs" USING btree ("date_removed","country","id");--> statement-breakpoint
CREATE INDEX "removed_jobs_places" ON "removed_jobs" USING gin ("places");--> statement-breakpoint
CREATE INDEX "removed_jobs_title_words" ON "removed_jobs" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "removed_jobs_organization_words" ON "removed_jobs" USING gin ("organization_words");--> statement-breakpoint
CREATE INDEX "removed_jobs_text_words" ON "removed_jobs" USING gin (fetched("text_words"));--> statement-breakpoint
CREATE INDEX "places_prefix" ON "places" USING btree ("term" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "postings_active" ON "postings" USING btree ("key","country") WHERE "postings"."is_active";--> statement-breakpoint
CREATE INDEX "postings_key" ON "postings" USING btree ("key");--> statement-breakpoint
CREATE INDEX "postings_board" ON "postings" USING btree ("board") WHERE "postings"."is_active";--> statement-breakpoint
CREATE INDEX "reposts_job" ON "reposts" USING btree ("job_id","id");