-- Keeps listing_search and listing_text in step with listing and bid, in the writer's transaction:
-- the demo, the editor, an import and a hand at psql all write listings, and none can forget it.

-- As the vocabulary's foldText, for Latin letters: no accents, no capitals, no punctuation.
CREATE FUNCTION search_fold(written text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select regexp_replace(
    lower(
      regexp_replace(
        replace(replace(replace(replace(replace(
          normalize(coalesce(written, ''), NFKD),
          'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'),
        '[\u0300-\u036f]', '', 'g')),
    '[^a-z0-9]+', ' ', 'g')
$$;--> statement-breakpoint
-- A word is cut at 40 letters: a longer one is nobody's search, and no description may fail to store.
CREATE FUNCTION search_words(written text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select array_to_tsvector(array(
    select distinct left(word, 40)
    from regexp_split_to_table(search_fold(left(written, 20000)), ' ') as word
    where word <> ''))
$$;--> statement-breakpoint
-- A code's position in its list of src/vocabulary, from 1; 0 is none of them. A test compares.
CREATE FUNCTION search_code(list text, code text) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_position(string_to_array(case list
    when 'body_type' then 'suv sedan coupe hatchback truck minivan'
    when 'colour' then 'beige black blue brown gold green grey maroon orange pink purple red silver white yellow'
    when 'province' then 'AB BC MB NB NL NS ON PE QC SK'
    when 'fuel' then 'gasoline diesel hybrid plug_in_hybrid electric flex_fuel'
    when 'transmission' then 'automatic manual'
    when 'drive' then 'fwd rwd awd 4wd'
    when 'condition' then 'new used certified'
  end, ' '), code), 0)::smallint
$$;--> statement-breakpoint
-- What people type for a code, in both languages.
CREATE FUNCTION search_code_words(list text, code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce((string_to_array(case list
    when 'body_type' then 'suv vus,sedan berline,coupe,hatchback hayon,truck camion pickup,minivan fourgonnette'
    when 'colour' then 'beige,black noir,blue bleu,brown brun,gold or dore,green vert,grey gray gris,maroon bordeaux,orange,pink rose,purple violet mauve,red rouge,silver argent,white blanc,yellow jaune'
    when 'fuel' then 'gasoline gas essence,diesel,hybrid hybride,plug in hybrid hybride rechargeable branchable phev,electric electrique ev ve,flex fuel carburant mixte'
    when 'transmission' then 'automatic automatique,manual manuelle'
    when 'drive' then 'fwd traction,rwd propulsion,awd integrale,4wd 4x4 quatre roues motrices'
  end, ','))[search_code(list, code)], '')
$$;--> statement-breakpoint
CREATE FUNCTION search_make_number(wanted text) RETURNS smallint
LANGUAGE plpgsql AS $$
declare
  found_id smallint;
begin
  -- Looked for first: "on conflict" alone would use up a number at every listing.
  select id into found_id from search_make where name = wanted;
  if found_id is null then
    insert into search_make (name) values (wanted) on conflict do nothing;
    select id into found_id from search_make where name = wanted;
  end if;
  return found_id;
end
$$;--> statement-breakpoint
CREATE FUNCTION search_model_number(wanted_make smallint, wanted text) RETURNS smallint
LANGUAGE plpgsql AS $$
declare
  found_id smallint;
begin
  select id into found_id from search_model where make_id = wanted_make and name = wanted;
  if found_id is null then
    insert into search_model (make_id, name) values (wanted_make, wanted) on conflict do nothing;
    select id into found_id from search_model where make_id = wanted_make and name = wanted;
  end if;
  return found_id;
end
$$;--> statement-breakpoint
CREATE FUNCTION search_city_number(wanted_province smallint, wanted text) RETURNS integer
LANGUAGE plpgsql AS $$
declare
  found_id integer;
begin
  select id into found_id from search_city where province = wanted_province and name = wanted;
  if found_id is null then
    insert into search_city (province, name) values (wanted_province, wanted) on conflict do nothing;
    select id into found_id from search_city where province = wanted_province and name = wanted;
  end if;
  return found_id;
end
$$;--> statement-breakpoint
CREATE FUNCTION search_follows_listing() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  row listing_search;
begin
  row.status := case new.state when 'live' then 1 when 'sold' then 2 else 0 end;
  row.province := search_code('province', new.province_code);
  row.make_id := 0;
  row.model_id := 0;
  row.city_id := 0;
  -- A draft's half-typed names are not worth a number, and nobody finds it.
  if row.status > 0 then
    row.make_id := search_make_number(left(coalesce(new.make, ''), 80));
    row.model_id := search_model_number(row.make_id, left(coalesce(new.model, ''), 80));
    row.city_id := search_city_number(row.province, left(coalesce(new.city, ''), 80));
  end if;
  insert into listing_search (
    listing_id, posted_at, lat, lon, price_cad, odometer_km, city_id, status, make_id, model_id,
    year, body_type, colour, province, fuel, transmission, drive, condition, seller
  ) values (
    new.id,
    coalesce(new.posted_at, new.created_at),
    coalesce(new.lat, 0),
    coalesce(new.lon, 0),
    coalesce(new.price_cad, 0),
    coalesce(new.odometer_km, 0),
    row.city_id,
    row.status,
    row.make_id,
    row.model_id,
    least(greatest(coalesce(new.year, 0), 0), 32767),
    search_code('body_type', new.body_type),
    search_code('colour', new.exterior_colour),
    row.province,
    search_code('fuel', new.fuel),
    search_code('transmission', new.transmission),
    search_code('drive', new.drive),
    search_code('condition', new.condition),
    case when new.dealership_id is null then 0 else 1 end
  )
  on conflict (listing_id) do update set
    posted_at = excluded.posted_at,
    lat = excluded.lat,
    lon = excluded.lon,
    price_cad = excluded.price_cad,
    odometer_km = excluded.odometer_km,
    city_id = excluded.city_id,
    status = excluded.status,
    make_id = excluded.make_id,
    model_id = excluded.model_id,
    year = excluded.year,
    body_type = excluded.body_type,
    colour = excluded.colour,
    province = excluded.province,
    fuel = excluded.fuel,
    transmission = excluded.transmission,
    drive = excluded.drive,
    condition = excluded.condition,
    seller = excluded.seller;
  insert into listing_text (listing_id, words)
  values (new.id, search_words(concat_ws(' ',
    new.make, new.model, new.trim, new.city, new.province_code,
    search_code_words('body_type', new.body_type),
    search_code_words('colour', new.exterior_colour),
    search_code_words('fuel', new.fuel),
    search_code_words('transmission', new.transmission),
    search_code_words('drive', new.drive),
    new.description)))
  on conflict (listing_id) do update set words = excluded.words
    where listing_text.words <> excluded.words;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION search_counts_bids() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  if tg_op = 'INSERT' then
    update listing_search set bid_count = bid_count + 1 where listing_id = new.listing_id;
  else
    update listing_search set bid_count = bid_count - 1 where listing_id = old.listing_id;
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER search_follows_listing
AFTER INSERT OR UPDATE OF
  dealership_id, make, model, trim, year, body_type, exterior_colour, transmission, fuel, drive,
  odometer_km, price_cad, condition, description, city, province_code, lat, lon, state, posted_at
ON listing FOR EACH ROW EXECUTE FUNCTION search_follows_listing();--> statement-breakpoint
CREATE TRIGGER search_counts_bids
AFTER INSERT OR DELETE ON bid FOR EACH ROW EXECUTE FUNCTION search_counts_bids();--> statement-breakpoint
-- The listings and bids that are there already.
UPDATE listing SET state = state;--> statement-breakpoint
UPDATE listing_search SET bid_count = bids.count
FROM (SELECT listing_id, count(*)::integer AS count FROM bid GROUP BY listing_id) bids
WHERE bids.listing_id = listing_search.listing_id;
