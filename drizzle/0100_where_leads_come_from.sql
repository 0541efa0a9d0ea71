ALTER TABLE "lead" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "campaign" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "campaign_source" text;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "campaign_medium" text;--> statement-breakpoint
CREATE INDEX "lead_campaign" ON "lead" USING btree ("campaign") WHERE "lead"."campaign" is not null;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_source_code" CHECK ("lead"."source" in ('direct', 'search', 'social', 'ad', 'email', 'partner', 'site', 'phone', 'walk_in', 'event', 'referral', 'other'));--> statement-breakpoint
-- By hand: what staff wrote down was asked how the person came.
UPDATE "lead" SET "source" = "submission"."answers"->>'source'
FROM "submission"
WHERE "submission"."id" = "lead"."submission_id" AND "submission"."form_name" = 'lead-by-hand'
  AND "submission"."answers"->>'source' IN ('phone', 'walk_in', 'email', 'event', 'referral', 'other');
