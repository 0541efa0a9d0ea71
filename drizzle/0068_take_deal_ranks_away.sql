-- A car whose price or facts change leaves the order of deals until it is ranked anew: its place was
-- given for another price. 32767 is UNRATED (src/domain/search/listing-search.table.ts).
CREATE FUNCTION take_deal_rank_away() RETURNS trigger
LANGUAGE plpgsql AS $$
begin
  new.deal_rank := 32767;
  return new;
end
$$;--> statement-breakpoint
CREATE TRIGGER take_deal_rank_away BEFORE UPDATE ON listing_search
FOR EACH ROW WHEN (
  (old.price_cad, old.odometer_km, old.year, old.make_id, old.model_id, old.status)
  is distinct from
  (new.price_cad, new.odometer_km, new.year, new.make_id, new.model_id, new.status)
) EXECUTE FUNCTION take_deal_rank_away();--> statement-breakpoint
-- Ranks were hundredths of a distance until now; they are written anew at the start.
UPDATE listing_search SET deal_rank = 32767 WHERE deal_rank <> 32767;
