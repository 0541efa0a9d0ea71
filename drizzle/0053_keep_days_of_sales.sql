ALTER TABLE "listing_search" ADD COLUMN "sold_at" timestamp with time zone;--> statement-breakpoint
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
    sold_at,
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
    seller,
    features
  ) values (
    new.id,
    coalesce(new.posted_at, new.created_at),
    case new.state when 'sold' then new.sold_at end,
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
    search_code('seller', case when new.dealership_id is null then 'private' else 'dealer' end),
    search_codes('features', new.features)
  )
  on conflict (listing_id) do update set
    posted_at = excluded.posted_at,
    sold_at = excluded.sold_at,
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
    seller = excluded.seller,
    features = excluded.features;
  insert into listing_text (listing_id, words)
  values (new.id, search_words(concat_ws(' ',
    new.make, new.model, new.trim, new.city, new.province_code,
    search_code_words('body_type', new.body_type::text),
    search_code_words('colour', new.exterior_colour::text),
    search_code_words('transmission', new.transmission::text),
    search_code_words('fuel', new.fuel::text),
    search_code_words('drive', new.drive::text),
    (select string_agg(search_code_words('features', code), ' ')
      from unnest(new.features) as code),
    new.description)))
  on conflict (listing_id) do update set words = excluded.words
    where listing_text.words <> excluded.words;
  return null;
end
$$;--> statement-breakpoint
DROP TRIGGER IF EXISTS search_follows_listing ON listing;--> statement-breakpoint
CREATE TRIGGER search_follows_listing
AFTER INSERT OR UPDATE OF
  make, model, trim, city, description, lat, lon, state, posted_at, sold_at, price_cad, year, odometer_km, body_type, exterior_colour, province_code, transmission, fuel, drive, seats, cylinders, condition, dealership_id, features
ON listing FOR EACH ROW EXECUTE FUNCTION search_follows_listing();--> statement-breakpoint
-- Only what is sold already, a tenth of the cars: nobody writes these rows meanwhile.
UPDATE listing_search s SET sold_at = l.sold_at
FROM listing l WHERE l.id = s.listing_id AND s.status = 2 AND l.sold_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listing_search_sales" ON "listing_search" USING btree ("sold_at","body_type","make_id","model_id","province","city_id","posted_at") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "listing_search_live" ON "listing_search" USING btree ("listing_id") WHERE status = 1;
