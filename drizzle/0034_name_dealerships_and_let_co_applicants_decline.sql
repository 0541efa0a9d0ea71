ALTER TABLE "draft" DROP CONSTRAINT "draft_visitor_form";--> statement-breakpoint
ALTER TABLE "co_applicant" DROP CONSTRAINT "co_applicant_state_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "co_applicant" ADD COLUMN "own_submission_id" uuid;--> statement-breakpoint
ALTER TABLE "draft" ADD COLUMN "part" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "dealership_id" uuid;--> statement-breakpoint
ALTER TABLE "co_applicant" ADD CONSTRAINT "co_applicant_own_submission_id_submission_id_fk" FOREIGN KEY ("own_submission_id") REFERENCES "public"."submission"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "co_applicant" ADD CONSTRAINT "co_applicant_own_submission_id_unique" UNIQUE("own_submission_id");--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_visitor_form" UNIQUE("visitor_hash","form_name","part");--> statement-breakpoint
ALTER TABLE "co_applicant" ADD CONSTRAINT "co_applicant_state_code" CHECK ("co_applicant"."state" in ('invited', 'joined', 'declined', 'left_out'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'sale_choice', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));--> statement-breakpoint
UPDATE "co_applicant" SET "own_submission_id" = "own"."id" FROM "submission" AS "asked", "submission" AS "own" WHERE "asked"."id" = "co_applicant"."submission_id" AND "co_applicant"."state" = 'joined' AND "own"."form_name" = 'credit-application' AND "own"."answers"->>'coApplicantOf' = "asked"."reference";
