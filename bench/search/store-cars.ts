import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/**
 * Fills the search's own tables with cars, generated in SQL: the narrow rows and their words,
 * without the listings, which no search reads. 600 models of 40 makes, some common and most rare;
 * 300 cities, with a third of the cars in the three largest; nine of ten for sale. The same cars
 * for the same count.
 */
export async function storeCars(owner: NodePgDatabase, count: number): Promise<void> {
  await owner.transaction(async (transaction) => {
    // Turns off the foreign key to `listing` and the log of changes, which do not matter here.
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`select setseed(0.5)`);
    await transaction.execute(sql`
      insert into search_make (name)
        select coalesce((array['Honda', 'Toyota', 'Ford', 'Mazda', 'Ram'])[i], 'Make ' || i)
        from generate_series(1, 40) i`);
    await transaction.execute(sql`
      insert into search_model (make_id, name)
        select m.id, coalesce((case m.name
          when 'Honda' then array['Civic', 'CR-V'] when 'Toyota' then array['Corolla', 'RAV4']
          when 'Ford' then array['F-150'] end)[i], 'Type ' || i)
        from search_make m, generate_series(1, 15) i order by i, m.id`);
    await transaction.execute(sql`
      insert into search_city (province, name)
        select 1 + i % 10, case i when 6 then 'Toronto' else 'Town ' || i end
        from generate_series(0, 299) i`);
    await transaction.execute(sql`
      create temporary table town on commit drop as
        select id, province, row_number() over (order by name <> 'Toronto', id) as place,
          case name when 'Toronto' then 43.7 else 43 + random() * 10 end as lat,
          case name when 'Toronto' then -79.42 else -125 + random() * 65 end as lon
        from search_city`);
    await transaction.execute(sql`
      create temporary table kind on commit drop as
        select id, make_id, row_number() over (order by id) as place from search_model`);
    await transaction.execute(sql`
      insert into listing_search (listing_id, posted_at, lat, lon, price_cad, odometer_km, bid_count,
        deal_rank, city_id, status, make_id, model_id, year, body_type, colour, province, fuel,
        transmission, drive, seats, cylinders, condition, seller, features)
      select ('0198' || substr(lpad(to_hex(i), 8, '0'), 1, 4) || '-' || substr(lpad(to_hex(i), 8, '0'), 5, 4)
          || '-7000-8000-' || substr(md5(i::text), 1, 12))::uuid,
        timestamptz '2026-11-01' - random() * interval '200 days',
        t.lat + (random() - 0.5) * 0.6, t.lon + (random() - 0.5) * 0.8,
        500 + (random() ^ 2 * 1200)::integer * 100, (random() * 350000)::integer,
        case when random() < 0.9 then 0 else (random() * 5)::integer end,
        case when random() < 0.2 then 32767 else ((random() - 0.5) * 600)::integer end,
        t.id, case when random() < 0.9 then 1 else 2 end, k.make_id, k.id,
        2000 + (26 * sqrt(random()))::integer, 1 + floor(random() ^ 2 * 5.99)::integer,
        1 + floor(random() ^ 2 * 12.99)::integer, t.province, 1 + floor(random() ^ 3 * 5.99)::integer,
        1 + floor(random() ^ 3 * 1.99)::integer, (random() * 4)::integer, (random() * 4)::integer,
        (random() * 4)::integer, 1 + (random() * 2)::integer, 1 + random()::integer,
        case when random() < 0.5
          then array[1 + (random() * 7)::integer, 9 + (random() * 7)::integer]::smallint[]
          else '{}' end
      from (
        select i, 1 + floor(random() ^ 3 * 600) as kind, 1 + floor(random() ^ 4 * 300) as town
        from generate_series(1, ${count}::integer) i
      ) car join kind k on k.place = car.kind join town t on t.place = car.town`);
    await transaction.execute(sql`
      insert into listing_text (listing_id, words)
      select s.listing_id, search_words(concat_ws(' ', m.name, k.name, s.year,
        case when random() < 0.25 then 'leather seats' end,
        case when random() < 0.3 then 'heated steering wheel' end,
        case when random() < 0.5 then 'no accidents one owner' end,
        case when random() < 0.2 then 'winter tires included' end, 'word' || (random() * 5000)::integer))
      from listing_search s join search_make m on m.id = s.make_id join search_model k on k.id = s.model_id`);
  });
  await owner.execute(sql`vacuum analyze`);
}
