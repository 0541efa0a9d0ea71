ALTER TABLE "listing" ADD COLUMN "seats" smallint;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "cylinders" smallint;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "seats" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "cylinders" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" drop column "model_body";--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "model_body" integer GENERATED ALWAYS AS (model_id::integer * 512 + body_type * 64 + seats * 8 + cylinders) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" drop column "look";--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "look" smallint GENERATED ALWAYS AS (colour * 2048 + province * 128 + drive * 16 + seller * 4 + condition) STORED NOT NULL;--> statement-breakpoint
-- A code's position in its list, from 1; 0 is none of them.
CREATE OR REPLACE FUNCTION search_code(list text, code text) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_position(string_to_array(case list
    when 'body_type' then 'suv sedan coupe hatchback truck minivan'
    when 'colour' then 'beige black blue brown gold green grey maroon orange pink purple red silver white yellow'
    when 'province' then 'AB BC MB NB NL NS ON PE QC SK'
    when 'transmission' then 'automatic manual'
    when 'fuel' then 'gasoline diesel hybrid plug_in_hybrid electric flex_fuel'
    when 'drive' then 'fwd rwd awd 4wd'
    when 'seats' then '2 3 4 5 6 7 8'
    when 'cylinders' then '3 4 5 6 8 10 12'
    when 'condition' then 'new used certified'
    when 'seller' then 'private dealer'
  end, ' '), code), 0)::smallint
$$;--> statement-breakpoint
-- What people type for a code, in both languages.
CREATE OR REPLACE FUNCTION search_code_words(list text, code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce((string_to_array(case list
    when 'body_type' then 'suv vus,sedan berline,coupe,hatchback hayon voiture,truck pickup camion camionnette,minivan fourgonnette'
    when 'colour' then 'beige,black noir,blue bleu,brown brun,gold or dore,green vert,grey gray gris,maroon bordeaux,orange,pink rose,purple violet mauve,red rouge,silver argent,white blanc,yellow jaune'
    when 'transmission' then 'automatic automatique,manual manuelle'
    when 'fuel' then 'gasoline gas essence,diesel,hybrid hybride,plug in hybrid hybride rechargeable branchable phev,electric electrique ev ve,flex fuel polycarburant'
    when 'drive' then 'fwd front wheel drive traction avant,rwd rear wheel drive propulsion arriere,awd all wheel drive transmission integrale,4wd 4x4 four wheel drive quatre roues motrices'
  end, ','))[search_code(list, code)], '')
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_follows_listing() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  make_number smallint := 0;
  model_number smallint := 0;
  city_number integer := 0;
begin
  -- A draft's half-typed names are not worth a number, and nobody finds it.
  if new.state in ('live', 'sold') then
    make_number := search_make_number(left(coalesce(new.make, ''), 80));
    model_number := search_model_number(make_number, left(coalesce(new.model, ''), 80));
    city_number := search_city_number(
      search_code('province', new.province_code), left(coalesce(new.city, ''), 80));
  end if;
  insert into listing_search (
    listing_id,
    posted_at,
    lat,
    lon,
    status,
    make_id,
    model_id,
    city_id,
    price_cad,
    year,
    odometer_km,
    body_type,
    colour,
    province,
    transmission,
    fuel,
    drive,
    seats,
    cylinders,
    condition,
    seller
  ) values (
    new.id,
    coalesce(new.posted_at, new.created_at),
    coalesce(new.lat, 0),
    coalesce(new.lon, 0),
    case new.state when 'live' then 1 when 'sold' then 2 else 0 end,
    make_number,
    model_number,
    city_number,
    coalesce(new.price_cad, 0),
    least(greatest(coalesce(new.year, 0), 0), 32767),
    coalesce(new.odometer_km, 0),
    search_code('body_type', new.body_type::text),
    search_code('colour', new.exterior_colour::text),
    search_code('province', new.province_code::text),
    search_code('transmission', new.transmission::text),
    search_code('fuel', new.fuel::text),
    search_code('drive', new.drive::text),
    search_code('seats', new.seats::text),
    search_code('cylinders', new.cylinders::text),
    search_code('condition', new.condition::text),
    search_code('seller', case when new.dealership_id is null then 'private' else 'dealer' end)
  )
  on conflict (listing_id) do update set
    posted_at = excluded.posted_at,
    lat = excluded.lat,
    lon = excluded.lon,
    status = excluded.status,
    make_id = excluded.make_id,
    model_id = excluded.model_id,
    city_id = excluded.city_id,
    price_cad = excluded.price_cad,
    year = excluded.year,
    odometer_km = excluded.odometer_km,
    body_type = excluded.body_type,
    colour = excluded.colour,
    province = excluded.province,
    transmission = excluded.transmission,
    fuel = excluded.fuel,
    drive = excluded.drive,
    seats = excluded.seats,
    cylinders = excluded.cylinders,
    condition = excluded.condition,
    seller = excluded.seller;
  insert into listing_text (listing_id, words)
  values (new.id, search_words(concat_ws(' ',
    new.make, new.model, new.trim, new.city, new.province_code,
    search_code_words('body_type', new.body_type::text),
    search_code_words('colour', new.exterior_colour::text),
    search_code_words('transmission', new.transmission::text),
    search_code_words('fuel', new.fuel::text),
    search_code_words('drive', new.drive::text),
    new.description)))
  on conflict (listing_id) do update set words = excluded.words
    where listing_text.words <> excluded.words;
  return null;
end
$$;--> statement-breakpoint
DROP TRIGGER IF EXISTS search_follows_listing ON listing;--> statement-breakpoint
CREATE TRIGGER search_follows_listing
AFTER INSERT OR UPDATE OF
  make, model, trim, city, description, lat, lon, state, posted_at, price_cad, year, odometer_km, body_type, exterior_colour, province_code, transmission, fuel, drive, seats, cylinders, condition, dealership_id
ON listing FOR EACH ROW EXECUTE FUNCTION search_follows_listing();--> statement-breakpoint
UPDATE listing SET state = state;
