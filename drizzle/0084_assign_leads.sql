CREATE TABLE "assignee" (
	"user_id" text PRIMARY KEY NOT NULL,
	"gets_leads" boolean NOT NULL,
	"languages" text[] NOT NULL,
	"provinces" text[] NOT NULL,
	"kinds" text[] NOT NULL,
	"most_open" integer,
	"absent_from" date,
	"absent_until" date,
	"last_given_at" timestamp with time zone,
	CONSTRAINT "assignee_languages_code" CHECK ("assignee"."languages" <@ array['en', 'fr']),
	CONSTRAINT "assignee_provinces_code" CHECK ("assignee"."provinces" <@ array['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK', 'NT', 'NU', 'YT']),
	CONSTRAINT "assignee_kinds_code" CHECK ("assignee"."kinds" <@ array['pre_approval', 'call_back', 'offer_request', 'sell_car', 'credit_application', 'bid'])
);
--> statement-breakpoint
CREATE TABLE "assignment_rule" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"method" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assignment_rule_one_row" CHECK ("assignment_rule"."id" = 1),
	CONSTRAINT "assignment_rule_method_code" CHECK ("assignment_rule"."method" in ('by_hand', 'round_robin', 'least_open'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "lead_event" ADD COLUMN "to_user_id" text;--> statement-breakpoint
ALTER TABLE "assignee" ADD CONSTRAINT "assignee_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_to_user_id_user_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_assigned_status" ON "lead" USING btree ("assigned_to_user_id","status") WHERE "lead"."assigned_to_user_id" is not null;--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned'));