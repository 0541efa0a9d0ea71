CREATE TABLE "co_applicant" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"submission_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"state" text DEFAULT 'invited' NOT NULL,
	"token_hash" text,
	"invited_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "co_applicant_submission_id_unique" UNIQUE("submission_id"),
	CONSTRAINT "co_applicant_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "co_applicant_state_code" CHECK ("co_applicant"."state" in ('invited', 'joined', 'left_out')),
	CONSTRAINT "co_applicant_locale_code" CHECK ("co_applicant"."locale" in ('en', 'fr'))
);
--> statement-breakpoint
ALTER TABLE "consent" DROP CONSTRAINT "consent_purpose_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "co_applicant" ADD CONSTRAINT "co_applicant_submission_id_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_purpose_code" CHECK ("consent"."purpose" in ('share_with_dealership', 'contact_about_request', 'credit_check', 'contract_language', 'marketing_email', 'marketing_sms', 'sell_car_terms'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'sale_choice', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));