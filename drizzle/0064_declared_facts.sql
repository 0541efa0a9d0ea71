CREATE TABLE "listing_declared_change" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"listing_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"earlier" jsonb NOT NULL,
	"answer" jsonb,
	"state" text NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by_user_id" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "listing_declared_change_fact_code" CHECK ("listing_declared_change"."fact" in ('brand', 'accidents', 'accidentAmountCad', 'accidentDetails', 'lien', 'owners', 'earlierUse', 'outOfProvince', 'odometerReading', 'mechanicalIssues', 'serviceRecords', 'keyFobs', 'smoked')),
	CONSTRAINT "listing_declared_change_state_code" CHECK ("listing_declared_change"."state" in ('applied', 'waiting', 'confirmed', 'declined', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "brand" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "accidents" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "accident_amount_cad" integer;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "accident_details" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "lien" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "owners" smallint;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "earlier_use" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "out_of_province" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "odometer_reading" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "mechanical_issues" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "service_records" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "key_fobs" text;--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "smoked" text;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "accidents" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "brand" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "owners" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_search" ADD COLUMN "declared" smallint GENERATED ALWAYS AS (brand * 64 + accidents * 16 + owners) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_declared_change" ADD CONSTRAINT "listing_declared_change_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_declared_change" ADD CONSTRAINT "listing_declared_change_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_declared_change" ADD CONSTRAINT "listing_declared_change_decided_by_user_id_user_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_declared_change_listing" ON "listing_declared_change" USING btree ("listing_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "listing_declared_change_waiting" ON "listing_declared_change" USING btree ("listing_id","fact") WHERE "listing_declared_change"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_brand_code" CHECK ("listing"."brand" in ('clean', 'rebuilt', 'salvage', 'non_repairable'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_accidents_code" CHECK ("listing"."accidents" in ('none', 'some'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_lien_code" CHECK ("listing"."lien" in ('yes', 'no'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_earlier_use_code" CHECK ("listing"."earlier_use" in ('personal', 'daily_rental', 'taxi', 'police', 'commercial'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_out_of_province_code" CHECK ("listing"."out_of_province" in ('yes', 'no'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_odometer_reading_code" CHECK ("listing"."odometer_reading" in ('original', 'replaced', 'unknown'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_mechanical_issues_code" CHECK ("listing"."mechanical_issues" in ('yes', 'no'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_service_records_code" CHECK ("listing"."service_records" in ('all', 'some', 'none'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_key_fobs_code" CHECK ("listing"."key_fobs" in ('none', 'one', 'two_plus'));--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_smoked_code" CHECK ("listing"."smoked" in ('yes', 'no'));--> statement-breakpoint
-- No listing declares anything yet, so that none has to go through the new trigger.
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
    when 'accidents' then 'none some'
    when 'brand' then 'clean rebuilt salvage non_repairable'
    when 'owners' then '1 2 3 4 5 6 7 8 9 10'
    when 'seller' then 'private dealer'
    when 'features' then 'heated_seats heated_steering_wheel remote_starter winter_tires backup_camera blind_spot_monitor adaptive_cruise_control carplay_android_auto bluetooth navigation leather_seats sunroof keyless_entry power_liftgate third_row tow_hitch'
  end, ' '), code), 0)::smallint
$$;--> statement-breakpoint
-- The same of several codes: those of the list, in its order.
CREATE OR REPLACE FUNCTION search_codes(list text, codes text[]) RETURNS smallint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(array_agg(number order by number), '{}')
  from (select distinct search_code(list, code) as number from unnest(codes) as code) numbers
  where number > 0
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
    when 'features' then 'heated seats sieges chauffants,heated steering wheel volant chauffant,remote starter demarreur distance,winter tires included pneus hiver inclus,backup camera recul,blind spot monitor detecteur angles morts,adaptive cruise control regulateur vitesse adaptatif,carplay android auto apple,bluetooth,navigation built gps integree,leather seats sieges cuir,sunroof moonroof toit ouvrant,keyless entry acces sans cle,power liftgate hayon motorise,third row seats troisieme rangee sieges,tow hitch attelage remorque'
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
    accidents,
    brand,
    owners,
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
    search_code('accidents', new.accidents::text),
    search_code('brand', new.brand::text),
    search_code('owners', new.owners::text),
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
    accidents = excluded.accidents,
    brand = excluded.brand,
    owners = excluded.owners,
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
  make, model, trim, city, description, lat, lon, state, posted_at, sold_at, price_cad, year, odometer_km, body_type, exterior_colour, province_code, transmission, fuel, drive, seats, cylinders, condition, accidents, brand, owners, dealership_id, features
ON listing FOR EACH ROW EXECUTE FUNCTION search_follows_listing();--> statement-breakpoint
CREATE TRIGGER pages_show_listing_declared_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "listing_declared_change"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_pages_changed();
