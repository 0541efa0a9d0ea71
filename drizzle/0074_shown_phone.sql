ALTER TABLE "listing" ADD COLUMN "shows_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Who listed a car before was told that everybody can see the number.
UPDATE "listing" SET "shows_phone" = true WHERE "dealership_id" IS NULL;
