-- By PostgreSQL's defaults a fifth of a table may be dead rows before they are vacuumed. Then a third of the table is room that
-- was never needed, above all in the texts and words beside the rows (TOAST), which count their own dead rows.
ALTER TABLE "active_jobs" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000, toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_cost_limit = 1000);--> statement-breakpoint
ALTER TABLE "removed_jobs" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000, toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_cost_limit = 1000);--> statement-breakpoint
ALTER TABLE "job_documents" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000, toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_cost_limit = 1000);--> statement-breakpoint
ALTER TABLE "postings" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "changes" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "collector_boards" SET (autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "collector_postings" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
