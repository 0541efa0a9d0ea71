CREATE TABLE "car" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"state" text DEFAULT 'available' NOT NULL,
	"taken_way" text,
	"taken_by_id" uuid,
	"taken_at" timestamp with time zone,
	CONSTRAINT "car_state_code" CHECK ("car"."state" in ('available', 'held', 'sold')),
	CONSTRAINT "car_taken_way_code" CHECK ("car"."taken_way" in ('bid', 'dealer_offer', 'elsewhere')),
	CONSTRAINT "car_taken" CHECK (("car"."state" = 'available') = ("car"."taken_way" is null)
        and ("car"."taken_way" is null) = ("car"."taken_at" is null)
        and ("car"."taken_by_id" is null) = ("car"."taken_way" is null or "car"."taken_way" = 'elsewhere'))
);
--> statement-breakpoint
-- A row that says what is for sale is, unless it names another's, about a car of its own.
CREATE FUNCTION new_car() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  INSERT INTO car DEFAULT VALUES RETURNING id
$$;
--> statement-breakpoint
CREATE TABLE "sell_request_car" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"car_id" uuid DEFAULT new_car() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bid_event" DROP CONSTRAINT "bid_event_kind_code";--> statement-breakpoint
ALTER TABLE "bid" DROP CONSTRAINT "bid_counter_answer_code";--> statement-breakpoint
ALTER TABLE "lead_event" DROP CONSTRAINT "lead_event_kind_code";--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" DROP CONSTRAINT "purchase_offer_counter_answer_code";--> statement-breakpoint
DROP INDEX "purchase_offer_one_accepted";--> statement-breakpoint
ALTER TABLE "listing" ADD COLUMN "car_id" uuid DEFAULT new_car() NOT NULL;--> statement-breakpoint
ALTER TABLE "sell_request_car" ADD CONSTRAINT "sell_request_car_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sell_request_car" ADD CONSTRAINT "sell_request_car_car_id_car_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."car"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sell_request_car_car" ON "sell_request_car" USING btree ("car_id");--> statement-breakpoint
ALTER TABLE "listing" ADD CONSTRAINT "listing_car_id_car_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."car"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_car" ON "listing" USING btree ("car_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_offer_one_accepted" ON "purchase_offer_decision" USING btree ("lead_id") WHERE "purchase_offer_decision"."kind" = 'accepted' and "purchase_offer_decision"."undone_at" is null;--> statement-breakpoint
ALTER TABLE "bid_event" ADD CONSTRAINT "bid_event_kind_code" CHECK ("bid_event"."kind" in ('placed', 'accepted', 'declined', 'released', 'bought', 'passed_over', 'reopened', 'on_hold', 'available_again', 'replaced', 'withdrawn', 'countered', 'counter_accepted', 'counter_declined', 'counter_withdrawn'));--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_counter_answer_code" CHECK ("bid"."counter_answer" in ('accepted', 'declined', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_kind_code" CHECK ("lead_event"."kind" in ('received', 'phone_verified', 'email_confirmed', 'routed', 'unrouted', 'status_changed', 'note', 'delivered', 'delivery_failed', 'delivery_cancelled', 'consent_withdrawn', 'application_withdrawn', 'contact_given', 'co_applicant_joined', 'co_applicant_declined', 'co_applicant_left_out', 'offer_made', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_reopened', 'offer_called_off', 'offer_countered', 'offer_counter_accepted', 'offer_counter_declined', 'offer_counter_withdrawn', 'sale_choice', 'invitation_declined', 'bid_changed', 'bid_moved', 'sealed_revealed', 'sealed_view_given', 'documents_requested', 'document_received'));--> statement-breakpoint
ALTER TABLE "purchase_offer_counter" ADD CONSTRAINT "purchase_offer_counter_answer_code" CHECK ("purchase_offer_counter"."answer" in ('accepted', 'declined', 'withdrawn'));--> statement-breakpoint
-- Cars that have a buyer already: by their listing first, then by a dealership's offer.
UPDATE car SET state = CASE WHEN l.state = 'sold' THEN 'sold' ELSE 'held' END,
  taken_way = CASE WHEN b.id IS NULL THEN 'elsewhere' ELSE 'bid' END,
  taken_by_id = b.id,
  taken_at = coalesce(l.sold_at, l.reserved_at, now())
FROM listing l LEFT JOIN bid b ON b.listing_id = l.id AND b.state = 'accepted'
WHERE car.id = l.car_id AND (l.state = 'sold' OR l.reserved_at IS NOT NULL);--> statement-breakpoint
INSERT INTO sell_request_car (lead_id, car_id)
SELECT made.lead_id, l.car_id FROM sale_listing made JOIN listing l ON l.id = made.listing_id;--> statement-breakpoint
INSERT INTO sell_request_car (lead_id)
SELECT lead_id FROM purchase_offer_decision WHERE kind = 'accepted' ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE car SET state = 'held', taken_way = 'dealer_offer', taken_by_id = d.offer_id, taken_at = d.at
FROM sell_request_car r JOIN purchase_offer_decision d ON d.lead_id = r.lead_id AND d.kind = 'accepted'
WHERE car.id = r.car_id AND car.state = 'available';--> statement-breakpoint
UPDATE listing SET reserved_at = car.taken_at FROM car
WHERE car.id = listing.car_id AND car.state = 'held' AND listing.reserved_at IS NULL
  AND listing.state IN ('live', 'paused');
