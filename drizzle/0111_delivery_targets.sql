CREATE TABLE "delivery_target" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"dealership_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"shown_address" text NOT NULL,
	"lead_kinds" text[] NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"sealed_settings" "bytea" NOT NULL,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"resting_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_target_state_code" CHECK ("delivery_target"."state" in ('on', 'off', 'gone')),
	CONSTRAINT "delivery_target_lead_kinds_code" CHECK ("delivery_target"."lead_kinds" <@ array['pre_approval', 'call_back', 'offer_request', 'sell_car', 'credit_application', 'bid'])
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_channel_code";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "target_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_target" ADD CONSTRAINT "delivery_target_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_target_dealership" ON "delivery_target" USING btree ("dealership_id");--> statement-breakpoint
CREATE INDEX "message_target" ON "message" USING btree ("target_id","created_at") WHERE "message"."target_id" is not null;--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'colleague_invited', 'invitation_revoked', 'colleague_joined', 'colleague_role_changed', 'colleague_removed', 'delivery_target_changed', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'contacts_merged', 'contacts_separated', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed', 'role_abilities_changed', 'access_day_asked', 'access_day_granted', 'access_day_refused', 'access_day_ended'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_channel_code" CHECK ("message"."channel" in ('email', 'sms', 'push', 'adf_email', 'spreadsheet', 'https'));