ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_name_unique";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name" ON "api_keys" USING btree ("name") WHERE "api_keys"."revoked_at" is null;