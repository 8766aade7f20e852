ALTER TABLE "jobs" ADD COLUMN "pay_kind" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "pay_top" double precision;--> statement-breakpoint
CREATE INDEX "active_jobs_pay" ON "active_jobs" USING btree ("pay_kind","pay_top" DESC NULLS LAST) WHERE "active_jobs"."pay_kind" is not null;
