CREATE TABLE "access_grant" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" text NOT NULL,
	"ability" text NOT NULL,
	"lead_reference" text,
	"reason" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by_user_id" text,
	"decided_at" timestamp with time zone,
	"word" text DEFAULT '' NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "access_grant_decision_code" CHECK ("access_grant"."decision" in ('granted', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grant" ADD CONSTRAINT "access_grant_decided_by_user_id_user_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_grant_user" ON "access_grant" USING btree ("user_id","until");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'contacts_merged', 'contacts_separated', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed', 'role_abilities_changed', 'access_day_asked', 'access_day_granted', 'access_day_refused', 'access_day_ended'));