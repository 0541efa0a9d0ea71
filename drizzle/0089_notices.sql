CREATE TABLE "notice_preference" (
	"user_id" text PRIMARY KEY NOT NULL,
	"new_lead" text NOT NULL,
	"answer" text NOT NULL,
	"delivery_failed" text NOT NULL,
	"overdue" text NOT NULL,
	"has_digest" boolean NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	CONSTRAINT "notice_preference_new_lead_code" CHECK ("notice_preference"."new_lead" in ('mail', 'sms', 'none')),
	CONSTRAINT "notice_preference_answer_code" CHECK ("notice_preference"."answer" in ('mail', 'sms', 'none')),
	CONSTRAINT "notice_preference_delivery_failed_code" CHECK ("notice_preference"."delivery_failed" in ('mail', 'sms', 'none')),
	CONSTRAINT "notice_preference_overdue_code" CHECK ("notice_preference"."overdue" in ('mail', 'sms', 'none'))
);
--> statement-breakpoint
CREATE TABLE "on_call_week" (
	"monday" date PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "notice_preference" ADD CONSTRAINT "notice_preference_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "on_call_week" ADD CONSTRAINT "on_call_week_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_event_noticed" ON "lead_event" USING btree ("at") WHERE "lead_event"."kind" in ('received', 'document_received', 'contact_given', 'delivery_failed', 'escalated');--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number', 'escalated', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned'));