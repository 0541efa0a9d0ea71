CREATE TABLE "role_ability" (
	"role" text NOT NULL,
	"ability" text NOT NULL,
	"is_given" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "role_ability_role_ability_pk" PRIMARY KEY("role","ability"),
	CONSTRAINT "role_ability_role_code" CHECK ("role_ability"."role" in ('buyer', 'seller', 'dealer', 'staff', 'manager', 'auditor', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_actor_kind_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "user" DROP CONSTRAINT "user_role_code";--> statement-breakpoint
ALTER TABLE "role_change" DROP CONSTRAINT "role_change_from_role_code";--> statement-breakpoint
ALTER TABLE "role_change" DROP CONSTRAINT "role_change_to_role_code";--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_actor_kind_code" CHECK ("audit_record"."actor_kind" in ('visitor', 'buyer', 'seller', 'dealer', 'staff', 'manager', 'auditor', 'admin', 'operator', 'site'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed', 'role_abilities_changed'));--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role_code" CHECK ("user"."role" in ('buyer', 'seller', 'dealer', 'staff', 'manager', 'auditor', 'admin'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_from_role_code" CHECK ("role_change"."from_role" in ('buyer', 'seller', 'dealer', 'staff', 'manager', 'auditor', 'admin'));--> statement-breakpoint
ALTER TABLE "role_change" ADD CONSTRAINT "role_change_to_role_code" CHECK ("role_change"."to_role" in ('buyer', 'seller', 'dealer', 'staff', 'manager', 'auditor', 'admin'));