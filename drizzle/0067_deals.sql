CREATE TABLE "deal" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"reference" text NOT NULL,
	"car_id" uuid NOT NULL,
	"way" text NOT NULL,
	"way_id" uuid NOT NULL,
	"listing_id" uuid,
	"lead_id" uuid,
	"seller_user_id" text,
	"seller_dealership_id" uuid,
	"buyer_user_id" text,
	"buyer_dealership_id" uuid,
	"buyer_phone" text,
	"price_cad" integer NOT NULL,
	"state" text DEFAULT 'agreed' NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	"agreed_by_user_id" text,
	"agreed_by_side" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by_side" text,
	"end_reason" text,
	"end_note" text,
	"handover_odometer_km" integer,
	"year" integer NOT NULL,
	"make" text NOT NULL,
	"model" text NOT NULL,
	"trim" text,
	"vin" text,
	"odometer_km" integer,
	"body_type" text,
	"exterior_colour" text,
	"city" text DEFAULT '' NOT NULL,
	"province_code" text,
	CONSTRAINT "deal_reference_unique" UNIQUE("reference"),
	CONSTRAINT "deal_way_code" CHECK ("deal"."way" in ('bid', 'dealer_offer')),
	CONSTRAINT "deal_state_code" CHECK ("deal"."state" in ('agreed', 'handed_over', 'called_off')),
	CONSTRAINT "deal_agreed_by_side_code" CHECK ("deal"."agreed_by_side" in ('buyer', 'seller')),
	CONSTRAINT "deal_ended_by_side_code" CHECK ("deal"."ended_by_side" in ('buyer', 'seller')),
	CONSTRAINT "deal_end_reason_code" CHECK ("deal"."end_reason" in ('changed_mind', 'financing', 'inspection', 'lien', 'no_answer', 'price', 'other')),
	CONSTRAINT "deal_body_type_code" CHECK ("deal"."body_type" in ('suv', 'sedan', 'coupe', 'hatchback', 'truck', 'minivan')),
	CONSTRAINT "deal_exterior_colour_code" CHECK ("deal"."exterior_colour" in ('beige', 'black', 'blue', 'brown', 'gold', 'green', 'grey', 'maroon', 'orange', 'pink', 'purple', 'red', 'silver', 'white', 'yellow')),
	CONSTRAINT "deal_province_code" CHECK ("deal"."province_code" in ('AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK')),
	CONSTRAINT "deal_price" CHECK ("deal"."price_cad" > 0),
	CONSTRAINT "deal_ended" CHECK (("deal"."state" = 'agreed') = ("deal"."ended_at" is null)),
	CONSTRAINT "deal_buyer_known" CHECK (("deal"."buyer_user_id" is null) <> ("deal"."buyer_dealership_id" is null)),
	CONSTRAINT "deal_begun" CHECK (("deal"."way" = 'bid') = ("deal"."listing_id" is not null)
        and ("deal"."way" = 'dealer_offer') = ("deal"."lead_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "deal_tick" (
	"deal_id" uuid NOT NULL,
	"item" text NOT NULL,
	"side" text NOT NULL,
	"by_user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_tick_deal_id_item_side_pk" PRIMARY KEY("deal_id","item","side"),
	CONSTRAINT "deal_tick_item_code" CHECK ("deal_tick"."item" in ('lien_search', 'package', 'safety', 'tax', 'insurance', 'transfer', 'plates')),
	CONSTRAINT "deal_tick_side_code" CHECK ("deal_tick"."side" in ('buyer', 'seller'))
);
--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_action_code";--> statement-breakpoint
ALTER TABLE "audit_record" DROP CONSTRAINT "audit_record_thing_kind_code";--> statement-breakpoint
ALTER TABLE "inquiry" DROP CONSTRAINT "inquiry_kind_code";--> statement-breakpoint
ALTER TABLE "staff_change" DROP CONSTRAINT "staff_change_thing_kind_code";--> statement-breakpoint
ALTER TABLE "inquiry" ALTER COLUMN "listing_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiry" ALTER COLUMN "asker_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "deal_id" uuid;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_car_id_car_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."car"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_listing_id_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listing"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_seller_user_id_user_id_fk" FOREIGN KEY ("seller_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_seller_dealership_id_dealership_id_fk" FOREIGN KEY ("seller_dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_buyer_user_id_user_id_fk" FOREIGN KEY ("buyer_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_buyer_dealership_id_dealership_id_fk" FOREIGN KEY ("buyer_dealership_id") REFERENCES "public"."dealership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal" ADD CONSTRAINT "deal_agreed_by_user_id_user_id_fk" FOREIGN KEY ("agreed_by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_tick" ADD CONSTRAINT "deal_tick_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_tick" ADD CONSTRAINT "deal_tick_by_user_id_user_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_one_standing" ON "deal" USING btree ("car_id") WHERE "deal"."state" <> 'called_off';--> statement-breakpoint
CREATE INDEX "deal_car" ON "deal" USING btree ("car_id","agreed_at");--> statement-breakpoint
CREATE INDEX "deal_way" ON "deal" USING btree ("way_id");--> statement-breakpoint
CREATE INDEX "deal_listing" ON "deal" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "deal_lead" ON "deal" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "deal_seller" ON "deal" USING btree ("seller_user_id");--> statement-breakpoint
CREATE INDEX "deal_buyer" ON "deal" USING btree ("buyer_user_id");--> statement-breakpoint
CREATE INDEX "deal_buyer_dealership" ON "deal" USING btree ("buyer_dealership_id");--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_deal_id_deal_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_deal_id_unique" UNIQUE("deal_id");--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_action_code" CHECK ("audit_record"."action" in ('sign_in', 'second_factor_used', 'second_factor_enrolled', 'second_factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_renewed', 'first_factor_link_given', 'password_changed', 'email_changed', 'google_tied', 'google_untied', 'account_deleted', 'role_given', 'sessions_ended', 'dealership_changed', 'dealership_paused', 'dealership_resumed', 'listing_edited', 'listing_price_changed', 'listing_photos_changed', 'listing_moved', 'listing_reviewed', 'bid_moved', 'request_moved', 'review_decided', 'review_replied', 'seller_verification_decided', 'report_settled', 'data_exported', 'sign_in_asked', 'access_refused', 'cross_site_refused', 'rate_limited', 'vault_fault', 'lead_viewed', 'lead_list_viewed', 'sealed_answer_revealed', 'document_viewed', 'deal_viewed', 'sealed_view_given', 'messages_viewed', 'records_read', 'records_forgotten', 'subscribers_viewed', 'subscriber_unsubscribed', 'subscribers_exported', 'key_added', 'keys_rotated', 'keys_forgotten', 'backup_asked'));--> statement-breakpoint
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_thing_kind_code" CHECK ("audit_record"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report'));--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_about" CHECK (("inquiry"."listing_id" is null) = ("inquiry"."asker_id" is null)
        and ("inquiry"."listing_id" is null) <> ("inquiry"."deal_id" is null));--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_kind_code" CHECK ("inquiry"."kind" in ('question', 'test_drive', 'deal'));--> statement-breakpoint
ALTER TABLE "staff_change" ADD CONSTRAINT "staff_change_thing_kind_code" CHECK ("staff_change"."thing_kind" in ('account', 'lead', 'page', 'sealed_value', 'key', 'record', 'subscription', 'dealership', 'listing', 'bid', 'deal', 'review', 'report'));--> statement-breakpoint
-- Cars that are held already have a deal: of the bid that was accepted, or of a dealership's offer.
INSERT INTO deal (reference, car_id, way, way_id, listing_id, seller_user_id, seller_dealership_id,
  buyer_user_id, buyer_phone, price_cad, agreed_at, agreed_by_side, agreed_by_user_id, year, make,
  model, trim, vin, odometer_km, body_type, exterior_colour, city, province_code)
SELECT (SELECT string_agg(substr('ABCDEFGHJKLMNPRSTUVWXY23456789', 1 + floor(random() * 30)::int, 1), '')
    FROM generate_series(1, 8) WHERE car.id IS NOT NULL),
  car.id, 'bid', b.id, l.id, l.seller_id, l.dealership_id, b.bidder_id, b.phone,
  CASE WHEN b.counter_answer = 'accepted' THEN b.counter_cad ELSE b.price_cad END, car.taken_at,
  CASE WHEN b.counter_answer = 'accepted' THEN 'buyer' ELSE 'seller' END,
  CASE WHEN b.counter_answer = 'accepted' THEN b.bidder_id ELSE l.seller_id END, l.year, l.make,
  l.model, l.trim, l.vin, l.odometer_km, l.body_type, l.exterior_colour, l.city, l.province_code
FROM car JOIN bid b ON b.id = car.taken_by_id JOIN listing l ON l.id = b.listing_id
WHERE car.state = 'held' AND car.taken_way = 'bid';--> statement-breakpoint
INSERT INTO deal (reference, car_id, way, way_id, lead_id, seller_user_id, buyer_dealership_id,
  price_cad, agreed_at, agreed_by_side, agreed_by_user_id, year, make, model, vin, odometer_km,
  body_type, exterior_colour, city, province_code)
SELECT (SELECT string_agg(substr('ABCDEFGHJKLMNPRSTUVWXY23456789', 1 + floor(random() * 30)::int, 1), '')
    FROM generate_series(1, 8) WHERE car.id IS NOT NULL),
  car.id, 'dealer_offer', o.id, o.lead_id, s.user_id, o.dealership_id,
  CASE WHEN c.answer = 'accepted' THEN c.amount_cad ELSE o.amount_cad END, car.taken_at,
  CASE WHEN c.answer = 'accepted' THEN 'buyer' ELSE 'seller' END,
  CASE WHEN c.answer = 'accepted' THEN c.answered_by_user_id END,
  coalesce(s.answers ->> 'manufactureYear', s.answers ->> 'year', '0')::int,
  coalesce(s.answers ->> 'make', ''), coalesce(s.answers ->> 'model', ''), s.answers ->> 'vin',
  (s.answers ->> 'totalRun')::int, coalesce(s.answers ->> 'bodyType', s.answers ->> 'style'),
  s.answers ->> 'exteriorColour', coalesce(lead.city, ''),
  CASE WHEN lead.province_code NOT IN ('NT', 'NU', 'YT') THEN lead.province_code END
FROM car JOIN purchase_offer o ON o.id = car.taken_by_id
  JOIN lead ON lead.id = o.lead_id JOIN submission s ON s.id = lead.submission_id
  LEFT JOIN purchase_offer_counter c ON c.offer_id = o.id
WHERE car.state = 'held' AND car.taken_way = 'dealer_offer';
