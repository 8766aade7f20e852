DROP INDEX "active_jobs_pay";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "work_arrangement" text;--> statement-breakpoint
CREATE INDEX "active_jobs_arrangement" ON "active_jobs" USING btree ("work_arrangement","date_created","country");--> statement-breakpoint
CREATE INDEX "active_jobs_pay" ON "active_jobs" USING btree ("pay_kind","pay_top" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "active_jobs"."pay_kind" is not null;
