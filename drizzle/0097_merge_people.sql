CREATE TABLE "contact_merge_lead" (
	"merge_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	CONSTRAINT "contact_merge_lead_merge_id_lead_id_pk" PRIMARY KEY("merge_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "contact_merge" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"survivor_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_merge_merged_id_unique" UNIQUE("merged_id"),
	CONSTRAINT "contact_merge_two" CHECK ("contact_merge"."survivor_id" <> "contact_merge"."merged_id")
);
--> statement-breakpoint
CREATE TABLE "contacts_apart" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_apart_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "contacts_apart_order" CHECK ("contacts_apart"."one_id" < "contacts_apart"."other_id")
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "contact_merge_lead" ADD CONSTRAINT "contact_merge_lead_merge_id_contact_merge_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."contact_merge"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merge_lead" ADD CONSTRAINT "contact_merge_lead_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merge" ADD CONSTRAINT "contact_merge_survivor_id_contact_id_fk" FOREIGN KEY ("survivor_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merge" ADD CONSTRAINT "contact_merge_merged_id_contact_id_fk" FOREIGN KEY ("merged_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_merge" ADD CONSTRAINT "contact_merge_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts_apart" ADD CONSTRAINT "contacts_apart_one_id_contact_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts_apart" ADD CONSTRAINT "contacts_apart_other_id_contact_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts_apart" ADD CONSTRAINT "contacts_apart_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_merge_lead_lead" ON "contact_merge_lead" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "contact_merge_survivor" ON "contact_merge" USING btree ("survivor_id");--> statement-breakpoint
CREATE INDEX "contacts_apart_other" ON "contacts_apart" USING btree ("other_id");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'contacts_merged', 'contacts_separated', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed', 'role_abilities_changed'));
--> statement-breakpoint
-- Written by hand: a merged contact stays without leads for as long as its merge can be undone,
-- and while any lead is left that would go back to it.
CREATE OR REPLACE FUNCTION contact_refresh(person uuid) RETURNS void LANGUAGE plpgsql AS $$
begin
  perform from contact where id = person for update;
  update contact set active_at = read.active_at, words = read.words
  from (
    select max(lead.received_at) as active_at,
      inbox_words(string_agg(array_to_string(tsvector_to_array(
        contact_words(first_name, last_name, email, phone)), ' '), ' ')) as words
    from contact_lead join lead on lead.id = contact_lead.lead_id
    where contact_lead.contact_id = person) as read
  where contact.id = person and read.active_at is not null;
  if not found then
    update contact set words = '' where id = person;
    delete from contact where id = person
      and not exists (
        select from contact_merge join contact_merge_lead on merge_id = contact_merge.id
        where merged_id = person);
  end if;
end
$$;--> statement-breakpoint
CREATE FUNCTION contact_follows_merge() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform contact_refresh(old.merged_id);
  return null;
end
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contact_of_ended_merge AFTER DELETE ON contact_merge
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION contact_follows_merge();--> statement-breakpoint
CREATE FUNCTION contact_follows_merged_lead() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform contact_refresh(merged_id) from contact_merge where id = old.merge_id;
  return null;
end
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contact_of_deleted_merged_lead AFTER DELETE ON contact_merge_lead
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION contact_follows_merged_lead();
