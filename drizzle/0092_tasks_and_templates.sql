CREATE TABLE "calendar_feed" (
	"user_id" text PRIMARY KEY NOT NULL,
	"round" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"place" text,
	"lead_id" uuid,
	"for_user_id" text,
	"due_on" date NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_whole_day" boolean NOT NULL,
	"reminder" text NOT NULL,
	"remind_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"done_by_user_id" text,
	"by_user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_kind_code" CHECK ("task"."kind" in ('task', 'appointment')),
	CONSTRAINT "task_reminder_code" CHECK ("task"."reminder" in ('none', 'at_time', 'hour', 'day'))
);
--> statement-breakpoint
CREATE TABLE "message_template" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"subject_en" text DEFAULT '' NOT NULL,
	"subject_fr" text DEFAULT '' NOT NULL,
	"text_en" text NOT NULL,
	"text_fr" text NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_template_name_unique" UNIQUE("name"),
	CONSTRAINT "message_template_channel_code" CHECK ("message_template"."channel" in ('email', 'sms')),
	CONSTRAINT "message_template_purpose_code" CHECK ("message_template"."purpose" in ('request', 'marketing'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_for_user_id_user_id_fk" FOREIGN KEY ("for_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_done_by_user_id_user_id_fk" FOREIGN KEY ("done_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_for_due" ON "task" USING btree ("for_user_id","due_at");--> statement-breakpoint
CREATE INDEX "task_lead" ON "task" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "task_remind" ON "task" USING btree ("remind_at") WHERE "task"."remind_at" is not null;--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number', 'escalated', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned', 'won', 'lost', 'entered', 'mail_sent', 'sms_sent'));