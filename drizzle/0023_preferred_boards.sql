ALTER TABLE "collector_boards" ADD COLUMN "prefers" text;--> statement-breakpoint
CREATE INDEX "collector_boards_title" ON "collector_boards" USING btree ("source",lower("slug"));--> statement-breakpoint
CREATE INDEX "collector_boards_prefers" ON "collector_boards" USING btree (lower("prefers")) WHERE "collector_boards"."prefers" is not null;