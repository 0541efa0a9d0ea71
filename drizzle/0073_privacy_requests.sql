CREATE TABLE "privacy_request" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"received_on" date NOT NULL,
	"due_on" date NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"locale" text NOT NULL,
	"reference" text,
	"identity_way" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by_user_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"acts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by_user_id" text,
	"outcome" text DEFAULT '' NOT NULL,
	CONSTRAINT "privacy_request_kind_code" CHECK ("privacy_request"."kind" in ('copy', 'correction', 'withdrawal', 'erasure')),
	CONSTRAINT "privacy_request_locale_code" CHECK ("privacy_request"."locale" in ('en', 'fr')),
	CONSTRAINT "privacy_request_identity_code" CHECK ("privacy_request"."identity_way" in ('account', 'mail_link', 'browser', 'known_contact', 'document_shown', 'answers_known')),
	CONSTRAINT "privacy_request_state_code" CHECK ("privacy_request"."state" in ('open', 'done', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_thing_kind_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" DROP CONSTRAINT "purchase_offer_counter_way_code";--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" DROP CONSTRAINT "purchase_offer_decision_way_code";--> statement-breakpoint
ALTER TABLE "sale_choice" DROP CONSTRAINT "sale_choice_way_code";--> statement-breakpoint
ALTER TABLE "staff_change" DROP CONSTRAINT "staff_change_thing_kind_code";--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_settled_by_user_id_user_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "privacy_request_due" ON "privacy_request" USING btree ("state","due_on");--> statement-breakpoint
CREATE INDEX "privacy_request_reference" ON "privacy_request" USING btree ("reference");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report', 'privacy_request', 'incident'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" ADD CONSTRAINT "purchase_offer_counter_way_code" CHECK ("purchase_offer_counter"."way" in ('browser', 'account', 'mail_link', 'staff'));--> statement-breakpoint
ALTER TABLE "purchase_offer_decision" ADD CONSTRAINT "purchase_offer_decision_way_code" CHECK ("purchase_offer_decision"."way" in ('browser', 'account', 'mail_link', 'staff'));--> statement-breakpoint
ALTER TABLE "sale_choice" ADD CONSTRAINT "sale_choice_way_code" CHECK ("sale_choice"."way" in ('browser', 'account', 'mail_link', 'staff'));--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_thing_kind_code" CHECK ("staff_change"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report', 'privacy_request', 'incident'));