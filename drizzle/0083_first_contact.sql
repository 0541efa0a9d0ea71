ALTER TABLE "lead" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "first_contact_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "first_contact_by" text;--> statement-breakpoint
CREATE INDEX "lead_due" ON "lead" USING btree ("due_at","id") WHERE "lead"."first_contact_at" is null;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_first_contact_by_code" CHECK ("lead"."first_contact_by" in ('call', 'mail', 'sms'));--> statement-breakpoint
-- Written by hand. Nobody knows when the senders of older leads were contacted. The new ones among
-- them are due a working day after they came; the holidays and hours of those days are not counted.
UPDATE "lead" SET "due_at" = "received_at" + CASE extract(isodow FROM "received_at" AT TIME ZONE 'America/Toronto')
    WHEN 5 THEN interval '3 days' WHEN 6 THEN interval '2 days' ELSE interval '1 day' END
  WHERE "status" = 'new' AND "kind" IN ('pre_approval', 'credit_application', 'call_back', 'sell_car')
    AND ("email" IS NOT NULL OR "phone" IS NOT NULL)
    AND ("kind" <> 'pre_approval' OR EXISTS (
      SELECT 1 FROM "consent" WHERE "consent"."submission_id" = "lead"."submission_id"
        AND "consent"."purpose" = 'contact_about_request' AND "consent"."withdrawn_at" IS NULL));
