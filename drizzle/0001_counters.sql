-- One change counter a country, from the start: writers lock these rows and never insert them.
INSERT INTO "change_counters" ("country", "last_seq") VALUES ('CA', 0), ('US', 0);
--> statement-breakpoint
-- Rows that are long because of their words keep them out of line, so that filters read narrow rows.
ALTER TABLE "jobs" SET (toast_tuple_target = 128);
