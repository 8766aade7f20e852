-- The new indexes come first: the drop locks out readers until the migration ends.
CREATE INDEX "active_jobs_plain" ON "active_jobs" USING btree ("date_created","country","has_salary","is_remote","has_location","employment_types","source","date_posted");--> statement-breakpoint
CREATE INDEX "removed_jobs_plain" ON "removed_jobs" USING btree ("date_created","country","status","has_salary","is_remote","has_location","employment_types","source","date_posted");--> statement-breakpoint
DROP INDEX "active_jobs_created";--> statement-breakpoint
DROP INDEX "removed_jobs_created";
