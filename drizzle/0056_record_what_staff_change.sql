CREATE TABLE "staff_change" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"thing_kind" text NOT NULL,
	"thing_id" text NOT NULL,
	"thing_name" text NOT NULL,
	"owner_user_id" text,
	"changes" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"objection" text,
	"objected_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_by_user_id" text,
	CONSTRAINT "staff_change_kind_code" CHECK ("staff_change"."kind" in ('listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'seller_verification_decided', 'role_given', 'first_factor_link_given', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'subscriber_unsubscribed', 'report_settled')),
	CONSTRAINT "staff_change_thing_kind_code" CHECK ("staff_change"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'review', 'report'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_thing_kind_code";--> statement-breakpoint
ALTER TABLE "audit_record" ADD COLUMN "changes" text;--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_owner_user_id_user_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_settled_by_user_id_user_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_change_thing" ON "staff_change" USING btree ("thing_kind","thing_id","at");--> statement-breakpoint
CREATE INDEX "staff_change_owner" ON "staff_change" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "staff_change_objected" ON "staff_change" USING btree ("settled_at","objected_at");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'key_added', 'keys_rotated', 'keys_forgotten'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'review', 'report'));