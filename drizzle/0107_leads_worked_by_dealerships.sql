CREATE TABLE "handover" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lead_id" uuid NOT NULL,
	"dealership_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"by_user_id" text,
	"pass_reason" text,
	"outcome" text,
	"sold_value_cad" integer,
	CONSTRAINT "handover_state_code" CHECK ("handover"."state" in ('waiting', 'accepted', 'passed', 'timed_out')),
	CONSTRAINT "handover_pass_reason_code" CHECK ("handover"."pass_reason" in ('no_car', 'no_lender', 'too_far', 'no_time', 'other')),
	CONSTRAINT "handover_outcome_code" CHECK ("handover"."outcome" in ('reached', 'appointment', 'sold', 'lost', 'bad_number', 'duplicate'))
);
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handover_lead_dealership" ON "handover" USING btree ("lead_id","dealership_id");--> statement-breakpoint
CREATE INDEX "handover_dealership_given" ON "handover" USING btree ("dealership_id","given_at");--> statement-breakpoint
CREATE INDEX "handover_answer_by" ON "handover" USING btree ("answer_by") WHERE "handover"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number', 'call_taken_back', 'escalated', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned', 'won', 'lost', 'entered', 'mail_sent', 'sms_sent', 'task_changed', 'task_deleted', 'task_put_back', 'mail_received', 'auto_reply_received', 'dealer_accepted', 'dealer_passed', 'dealer_timed_out', 'dealer_outcome', 'dealer_note'));--> statement-breakpoint
-- Written by hand. What a dealership received before could not be accepted or passed on: it works on it.
INSERT INTO "handover" ("lead_id", "dealership_id", "state", "given_at")
SELECT "lead"."id", "lead"."dealership_id", 'accepted', min("message"."created_at")
FROM "lead" JOIN "message" ON "message"."lead_id" = "lead"."id" AND "message"."dealership_id" = "lead"."dealership_id"
WHERE "message"."event" = 'lead_adf' AND "lead"."kind" NOT IN ('sell_car', 'bid')
GROUP BY "lead"."id", "lead"."dealership_id";
