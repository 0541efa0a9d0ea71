CREATE TABLE "lead_inbox" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"listing_id" uuid,
	"has_car" boolean NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_inbox" ADD CONSTRAINT "lead_inbox_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_inbox_active" ON "lead_inbox" USING btree ("active_at","lead_id");--> statement-breakpoint
CREATE INDEX "lead_inbox_listing" ON "lead_inbox" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "lead_inbox_words" ON "lead_inbox" USING gin ("words");--> statement-breakpoint
-- Written by hand: keeps lead_inbox in step with leads, answers, notes and cars, in the writer's
-- transaction.

-- As foldText of src/values/text-fold.ts: no accents, no capitals, no punctuation.
CREATE FUNCTION inbox_words(written text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select array_to_tsvector(array(
    select distinct left(word, 40)
    from regexp_split_to_table(
      regexp_replace(
        replace(replace(replace(
          regexp_replace(lower(normalize(left(written, 20000), NFKD)), '[\u0300-\u036f]', '', 'g'),
          'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
        '[^[:alnum:]]+', ' ', 'g'),
      ' ') as word
    where word <> ''))
$$;--> statement-breakpoint
-- Every text among unsealed answers, except ids. Sealed ones are in a column that is not read here.
CREATE FUNCTION inbox_answers(answers jsonb) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select string_agg(answer #>> '{}', ' ')
  from jsonb_path_query(answers, 'strict $.**') as answer
  where jsonb_typeof(answer) = 'string' and answer #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
$$;--> statement-breakpoint
CREATE FUNCTION inbox_write(written_lead uuid) RETURNS void
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
      (select string_agg(note, ' ') from lead_event
        where lead_id = lead.id and kind in ('note', 'status_changed'))))
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
CREATE FUNCTION inbox_follows_lead() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform inbox_write(new.id);
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER inbox_follows_lead AFTER INSERT OR UPDATE OF
  reference, submission_id, first_name, last_name, email, phone, city, province_code
ON lead FOR EACH ROW EXECUTE FUNCTION inbox_follows_lead();--> statement-breakpoint
CREATE FUNCTION inbox_follows_answers() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform inbox_write(lead.id) from lead where lead.submission_id = new.id;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER inbox_follows_answers AFTER UPDATE OF answers
ON submission FOR EACH ROW EXECUTE FUNCTION inbox_follows_answers();--> statement-breakpoint
CREATE FUNCTION inbox_follows_event() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.note is not null and new.kind in ('note', 'status_changed') then
    perform inbox_write(new.lead_id);
  else
    update lead_inbox set active_at = new.at where lead_id = new.lead_id and active_at < new.at;
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER inbox_follows_event AFTER INSERT
ON lead_event FOR EACH ROW EXECUTE FUNCTION inbox_follows_event();--> statement-breakpoint
CREATE FUNCTION inbox_follows_listing() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform inbox_write(lead_id) from lead_inbox where listing_id = new.id order by lead_id;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER inbox_follows_listing AFTER UPDATE OF year, make, model, trim, vin
ON listing FOR EACH ROW
WHEN ((old.year, old.make, old.model, old.trim, old.vin)
  is distinct from (new.year, new.make, new.model, new.trim, new.vin))
EXECUTE FUNCTION inbox_follows_listing();--> statement-breakpoint
SELECT inbox_write(id) FROM lead;
