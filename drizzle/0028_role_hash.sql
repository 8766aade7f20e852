ALTER TABLE "jobs" ADD COLUMN "role_hash" integer;--> statement-breakpoint
CREATE INDEX "removed_jobs_role" ON "removed_jobs" USING btree ("role_hash","id" DESC NULLS FIRST) WHERE "removed_jobs"."role_hash" is not null;
