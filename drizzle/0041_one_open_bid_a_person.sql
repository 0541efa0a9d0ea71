ALTER TABLE "bid_event" DROP CONSTRAINT "bid_event_kind_code";--> statement-breakpoint
ALTER TABLE "bid" DROP CONSTRAINT "bid_state_code";--> statement-breakpoint
ALTER TABLE "bid" ADD COLUMN "counter_cad" integer;--> statement-breakpoint
ALTER TABLE "bid" ADD COLUMN "counter_answer" text;--> statement-breakpoint
ALTER TABLE "bid_event" ADD CONSTRAINT "bid_event_kind_code" CHECK ("bid_event"."kind" in ('placed', 'accepted', 'declined', 'released', 'bought', 'passed_over', 'reopened', 'replaced', 'withdrawn', 'countered', 'counter_accepted', 'counter_declined'));--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_counter_answer_code" CHECK ("bid"."counter_answer" in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_counter" CHECK ("bid"."counter_cad" >= 1000 and "bid"."counter_cad" % 10 = 0);--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_counter_answered" CHECK ("bid"."counter_answer" is null or "bid"."counter_cad" is not null);--> statement-breakpoint
ALTER TABLE "bid" ADD CONSTRAINT "bid_state_code" CHECK ("bid"."state" in ('open', 'accepted', 'declined', 'passed_over', 'replaced', 'withdrawn'));--> statement-breakpoint
-- Of several bids of one person on one car the newest stays, or the one that the car is held for; so
-- too of those that are open again where a sale is taken back within its day.
WITH standing AS (
  SELECT b.id, row_number() OVER (
    PARTITION BY b.listing_id, b.bidder_id
    ORDER BY b.state = 'accepted' DESC, b.placed_at DESC, b.id DESC
  ) AS place
  FROM bid b JOIN listing l ON l.id = b.listing_id
  WHERE b.state IN ('open', 'accepted')
    OR b.state = 'passed_over' AND l.sold_at > now() - interval '24 hours'
), replaced AS (
  UPDATE bid SET state = 'replaced' FROM standing
  WHERE standing.id = bid.id AND standing.place > 1
  RETURNING bid.id
)
INSERT INTO bid_event (bid_id, kind) SELECT id, 'replaced' FROM replaced;--> statement-breakpoint
CREATE UNIQUE INDEX "bid_one_open" ON "bid" USING btree ("listing_id","bidder_id") WHERE "bid"."state" = 'open';--> statement-breakpoint
-- What its bidder took back counts no more among the bids that a search sorts by.
CREATE OR REPLACE FUNCTION search_counts_bids() RETURNS trigger
LANGUAGE plpgsql AS $$
declare
  was integer := case when tg_op = 'INSERT' or old.state in ('replaced', 'withdrawn') then 0 else 1 end;
  is_now integer := case when tg_op = 'DELETE' or new.state in ('replaced', 'withdrawn') then 0 else 1 end;
begin
  if is_now <> was then
    update listing_search set bid_count = bid_count + is_now - was
    where listing_id = coalesce(new.listing_id, old.listing_id);
  end if;
  return null;
end
$$;--> statement-breakpoint
DROP TRIGGER search_counts_bids ON bid;--> statement-breakpoint
CREATE TRIGGER search_counts_bids
AFTER INSERT OR DELETE OR UPDATE OF state ON bid
FOR EACH ROW EXECUTE FUNCTION search_counts_bids();--> statement-breakpoint
UPDATE listing_search SET bid_count = (
  SELECT count(*) FROM bid
  WHERE bid.listing_id = listing_search.listing_id AND bid.state NOT IN ('replaced', 'withdrawn')
)
WHERE EXISTS (
  SELECT FROM bid WHERE bid.listing_id = listing_search.listing_id AND bid.state = 'replaced'
);
