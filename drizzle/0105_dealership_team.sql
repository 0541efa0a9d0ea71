CREATE TABLE "team_invitation" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"dealership_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"by_user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_by_user_id" text,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "team_invitation_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "team_invitation_role_code" CHECK ("team_invitation"."role" in ('owner', 'manager', 'salesperson', 'stock', 'reader'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "dealership_member" ADD COLUMN "role" text DEFAULT 'manager' NOT NULL;--> statement-breakpoint
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_dealership_id_dealership_id_fk" FOREIGN KEY ("dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_used_by_user_id_user_id_fk" FOREIGN KEY ("used_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_invitation_dealership" ON "team_invitation" USING btree ("dealership_id","created_at");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'colleague_invited', 'invitation_revoked', 'colleague_joined', 'colleague_role_changed', 'colleague_removed', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'contacts_merged', 'contacts_separated', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed', 'role_abilities_changed', 'access_day_asked', 'access_day_granted', 'access_day_refused', 'access_day_ended'));--> statement-breakpoint
ALTER TABLE "dealership_member" ADD CONSTRAINT "dealership_member_role_code" CHECK ("dealership_member"."role" in ('owner', 'manager', 'salesperson', 'stock', 'reader'));--> statement-breakpoint
-- Whoever joined a dealership first owns it; the others could do the same until now, but for this.
UPDATE "dealership_member" SET "role" = 'owner' WHERE "user_id" IN (
	SELECT DISTINCT ON ("dealership_id") "user_id" FROM "dealership_member"
	ORDER BY "dealership_id", "joined_at", "user_id"
);
