CREATE TABLE "inbound_email" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"lead_id" uuid,
	"event_id" uuid,
	"matched_by" text,
	"from_address" text NOT NULL,
	"from_name" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"quoted" text NOT NULL,
	"left_out" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbound_email_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "inbound_email_event_id_unique" UNIQUE("event_id"),
	CONSTRAINT "inbound_email_kind_code" CHECK ("inbound_email"."kind" in ('answer', 'auto_reply', 'bounce')),
	CONSTRAINT "inbound_email_matched_by_code" CHECK ("inbound_email"."matched_by" in ('token', 'thread', 'address', 'staff'))
);
--> statement-breakpoint
ALTER TABLE "document" DROP CONSTRAINT "document_kind_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
DROP INDEX "lead_event_noticed";--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_email" ADD CONSTRAINT "inbound_email_event_id_lead_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."lead_event"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_email_lead" ON "inbound_email" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "inbound_email_unmatched" ON "inbound_email" USING btree ("received_at") WHERE "inbound_email"."lead_id" is null;--> statement-breakpoint
CREATE INDEX "lead_event_noticed" ON "lead_event" USING btree ("at") WHERE "lead_event"."kind" in ('received', 'document_received', 'contact_given', 'mail_received', 'delivery_failed', 'escalated');--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_kind_code" CHECK ("document"."kind" in ('pay_stub', 'drivers_licence', 'void_cheque', 'mail_attachment'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'pass_on_awaited', 'passed_on', 'status_changed', 'note', 'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number', 'escalated', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'erasure_asked', 'answer_corrected', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received', 'assigned', 'unassigned', 'won', 'lost', 'entered', 'mail_sent', 'sms_sent', 'mail_received', 'auto_reply_received'));--> statement-breakpoint
-- Written by hand: what is written to and by a lead's sender is among its words too.
-- The events whose note a person wrote.
CREATE FUNCTION inbox_is_said(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select kind in ('note', 'status_changed', 'mail_sent', 'sms_sent', 'won', 'lost',
    'call_reached', 'call_voicemail', 'call_no_answer', 'call_wrong_number')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION inbox_write(written_lead uuid) RETURNS void
LANGUAGE sql AS $$
  insert into lead_inbox (lead_id, active_at, listing_id, has_car, words)
  select
    lead.id,
    greatest(lead.received_at, (select max(at) from lead_event where lead_id = lead.id)),
    named.id,
    named.id is not null
      or coalesce(answers ->> 'vin', '') <> '' or coalesce(answers ->> 'make', '') <> '',
    inbox_words(concat_ws(' ',
      lead.reference, lead.first_name, lead.last_name, lead.email, lead.city, lead.province_code,
      -- Any four or more digits in a row of the number begin one of these.
      (select string_agg(right(digits, length), ' ')
        from regexp_replace(lead.phone, '[^0-9]', '', 'g') as digits, generate_series(4, 10) as length),
      inbox_answers(answers),
      listing.year, listing.make, listing.model, listing.trim, listing.vin,
      -- The end of a VIN is what a yard calls a car by.
      right(listing.vin, 8), right(listing.vin, 6),
      right(answers ->> 'vin', 8), right(answers ->> 'vin', 6),
      -- The newest first: what is too long is cut off at its end.
      (select string_agg(said, ' ' order by at desc) from (
        select note as said, at from lead_event
        where lead_id = lead.id and inbox_is_said(kind)
        union all
        select concat_ws(' ', from_address, from_name, subject, text), received_at
        from inbound_email where lead_id = lead.id) as everything)))
  from lead
  join submission on submission.id = lead.submission_id
  cross join lateral (
    select case when text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then text::uuid end as id
    from coalesce(answers ->> 'listing', answers ->> 'productId') as text) as named
  left join listing on listing.id = named.id
  where lead.id = written_lead
  on conflict (lead_id) do update set
    active_at = excluded.active_at, listing_id = excluded.listing_id,
    has_car = excluded.has_car, words = excluded.words
    where (lead_inbox.active_at, lead_inbox.listing_id, lead_inbox.has_car, lead_inbox.words)
      is distinct from
      (excluded.active_at, excluded.listing_id, excluded.has_car, excluded.words)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION inbox_follows_event() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.note is not null and inbox_is_said(new.kind) then
    perform inbox_write(new.lead_id);
  else
    update lead_inbox set active_at = new.at where lead_id = new.lead_id and active_at < new.at;
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION inbox_follows_email() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform inbox_write(new.lead_id);
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER inbox_follows_email AFTER INSERT OR UPDATE OF lead_id
ON inbound_email FOR EACH ROW WHEN (new.lead_id is not null)
EXECUTE FUNCTION inbox_follows_email();--> statement-breakpoint
SELECT inbox_write(id) FROM lead WHERE EXISTS (
  SELECT FROM lead_event
  WHERE lead_id = lead.id AND note IS NOT NULL AND kind <> 'note' AND inbox_is_said(kind));
