CREATE TABLE "contact_lead" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_thing_kind_code";--> statement-breakpoint
ALTER TABLE "staff_change" DROP CONSTRAINT "staff_change_thing_kind_code";--> statement-breakpoint
ALTER TABLE "contact_lead" ADD CONSTRAINT "contact_lead_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_lead" ADD CONSTRAINT "contact_lead_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_lead_contact" ON "contact_lead" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "contact_active" ON "contact" USING btree ("active_at","id");--> statement-breakpoint
CREATE INDEX "contact_words" ON "contact" USING gin ("words");--> statement-breakpoint
CREATE INDEX "lead_phone" ON "lead" USING btree ("phone");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'review_withdrawn', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'contact_viewed', 'contact_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'lead_passed_on', 'lead_assigned', 'lead_entered', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'leads_exported', 'privacy_request_received', 'privacy_request_settled', 'person_searched', 'request_withdrawn', 'request_erased', 'person_erased', 'answer_corrected', 'incident_recorded', 'incident_changed', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked', 'settings_changed'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'contact', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report', 'privacy_request', 'incident'));--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_thing_kind_code" CHECK ("staff_change"."thing_kind" in ('account', 'lead', 'contact', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report', 'privacy_request', 'incident'));--> statement-breakpoint
-- Written by hand: gives each lead its person when its transaction commits. Other rows are locked
-- before, so that nobody who waits here holds what somebody else needs.

-- As the inbox folds them; any four or more digits in a row of the number begin one of the words.
CREATE FUNCTION contact_words(first_name text, last_name text, email text, phone text)
RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select inbox_words(concat_ws(' ', first_name, last_name, email,
    (select string_agg(right(digits, length), ' ')
      from regexp_replace(phone, '[^0-9]', '', 'g') as digits, generate_series(4, 10) as length)))
$$;--> statement-breakpoint
-- The person of another lead with the same address, else with the same number and the same name.
-- A number alone may be a household's.
CREATE FUNCTION contact_find(sought_lead uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  select contact_id from (
    (select contact_id, 1 as rank
      from lead as sought
      join lead as other on lower(other.email) = lower(sought.email) and other.id <> sought.id
      join contact_lead on contact_lead.lead_id = other.id
      where sought.id = sought_lead
      order by other.received_at desc, other.id desc limit 1)
    union all
    (select contact_id, 2 as rank
      from lead as sought
      join lead as other on other.phone = sought.phone and other.id <> sought.id
        and inbox_words(concat_ws(' ', sought.first_name, sought.last_name)) <> ''::tsvector
        and inbox_words(concat_ws(' ', sought.first_name, sought.last_name))
          = inbox_words(concat_ws(' ', other.first_name, other.last_name))
      join contact_lead on contact_lead.lead_id = other.id
      where sought.id = sought_lead
      order by other.received_at desc, other.id desc limit 1)) as found
  order by rank limit 1
$$;--> statement-breakpoint
CREATE FUNCTION contact_assign(written_lead uuid) RETURNS void LANGUAGE plpgsql AS $$
declare
  written lead%rowtype;
  person uuid;
begin
  select * into written from lead where id = written_lead;
  if not found or (written.email is null and written.phone is null) then return; end if;
  loop
    person := contact_find(written_lead);
    exit when person is null;
    -- Whoever joins it to another person holds this lock: then it is looked for once more.
    perform from contact where id = person for no key update;
    exit when contact_find(written_lead) = person;
  end loop;
  if person is null then
    insert into contact (active_at, words)
    values (written.received_at,
      contact_words(written.first_name, written.last_name, written.email, written.phone))
    returning id into person;
  else
    update contact set
      active_at = greatest(active_at, written.received_at),
      words = words || contact_words(written.first_name, written.last_name, written.email, written.phone)
    where id = person;
  end if;
  insert into contact_lead (lead_id, contact_id) values (written_lead, person);
end
$$;--> statement-breakpoint
-- Reads a person anew from their leads; a person without any is deleted.
CREATE FUNCTION contact_refresh(person uuid) RETURNS void LANGUAGE plpgsql AS $$
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
  if not found then delete from contact where id = person; end if;
end
$$;--> statement-breakpoint
CREATE FUNCTION contact_follows_lead() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  -- Of two first leads of one address the second waits for the first. The locks are few, because a
  -- transaction may store very many leads.
  perform pg_advisory_xact_lock(
    hashtext('contact'), hashtext(lower(coalesce(new.email, new.phone, ''))) % 256);
  if exists (select from contact_lead where lead_id = new.id) then
    perform contact_refresh(contact_id) from contact_lead where lead_id = new.id;
  else
    perform contact_assign(new.id);
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contact_of_new_lead AFTER INSERT ON lead
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION contact_follows_lead();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contact_of_changed_lead AFTER UPDATE OF first_name, last_name, email, phone ON lead
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((old.first_name, old.last_name, old.email, old.phone)
  is distinct from (new.first_name, new.last_name, new.email, new.phone))
EXECUTE FUNCTION contact_follows_lead();--> statement-breakpoint
CREATE FUNCTION contact_follows_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform contact_refresh(old.contact_id);
  return null;
end
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER contact_of_deleted_lead AFTER DELETE ON contact_lead
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION contact_follows_deletion();--> statement-breakpoint
DO $$
declare stored uuid;
begin
  for stored in select id from lead order by received_at, id loop
    perform contact_assign(stored);
  end loop;
end
$$;
