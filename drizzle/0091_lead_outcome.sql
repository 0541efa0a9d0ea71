CREATE TABLE "lead_outcome" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"result" text NOT NULL,
	"sold_value_cad" integer,
	"lender" text,
	"ended_on" date NOT NULL,
	"reason_id" uuid,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened_at" timestamp with time zone,
	CONSTRAINT "lead_outcome_result_code" CHECK ("lead_outcome"."result" in ('won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "outcome_reason" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name_en" text NOT NULL,
	"name_fr" text NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "outcome_reason_name_en_unique" UNIQUE("name_en"),
	CONSTRAINT "outcome_reason_name_fr_unique" UNIQUE("name_fr")
);
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "lead_outcome" ADD CONSTRAINT "lead_outcome_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_outcome" ADD CONSTRAINT "lead_outcome_reason_id_outcome_reason_id_fk" FOREIGN KEY ("reason_id") REFERENCES "public"."outcome_reason"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_outcome" ADD CONSTRAINT "lead_outcome_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_outcome_current" ON "lead_outcome" USING btree ("lead_id") WHERE "lead_outcome"."reopened_at" is null;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number', 'escalated', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned', 'won', 'lost'));--> statement-breakpoint
-- The starter list of reasons; an administrator changes it at /staff/outcome-reasons.
INSERT INTO "outcome_reason" ("name_en", "name_fr") VALUES
	('Could not be reached', 'Impossible à joindre'),
	('Bought elsewhere', 'A acheté ailleurs'),
	('Financing declined', 'Financement refusé'),
	('Payment too high', 'Paiement trop élevé'),
	('No suitable car', 'Aucune auto ne convenait'),
	('Changed their mind', 'A changé d’idée'),
	('Outside our area', 'Hors de notre territoire'),
	('Duplicate or not a real request', 'Doublon ou fausse demande');
