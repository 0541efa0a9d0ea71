import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "../../src/platform/database/database.server.ts";

/**
 * Stores leads over two years with the names, towns and cars of a Canadian desk in SQL, with the
 * triggers of production: the search's documents are made as they are for each lead that arrives.
 */
export async function storeLeads(database: Database, count: number) {
  const staff = Array.from({ length: 8 }, () => randomUUID());
  for (const [at, id] of staff.entries())
    await database.execute(sql`insert into "user" (id, name, email, email_verified, role)
      values (${id}, ${`Specialist ${at}`}, ${`staff${at}@example.com`}, true, 'staff')`);
  await database.execute(sql`
    insert into dealership (name, street_address, city, province_code, postal_code, lat, lon,
      phone, lead_email, served_provinces, served_radius_km, takes_lead_kinds)
    select 'Dealership ' || n, n || ' Main St', 'Toronto', 'ON', 'M5V 1A1', 43 + n * 0.1, -79,
      '+14165550100', 'dealer' || n || '@example.com', array['ON'], 100, array['pre_approval']
    from generate_series(1, 40) as n`);
  await database.execute(sql`
    create temporary table made as
    select n, gen_random_uuid() as id, gen_random_uuid() as submission_id,
      translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHJK') as reference,
      (array['pre_approval','pre_approval','call_back','offer_request','sell_car',
        'credit_application','bid'])[1 + n % 7] as kind,
      (array['new','contacted','contacted','documents','lender','approved','delivered','closed',
        'closed','closed'])[1 + (n / 7) % 10] as status,
      (array['Étienne','Marie','Priya','Noah','Olivia','Liam','Chloé','William','Léa','Ahmed',
        'Wei','Sofia','Jean-Luc','Emma','Thomas','Zoë'])[1 + (n * 7) % 16] as first_name,
      (array['Tremblay','Gagnon','Roy','Côté','Smith','Nguyen','Singh','Brown','Li','MacDonald',
        'Bouchard','Wilson','Martin','Patel','Campbell','Lœuf','Fortin'])[1 + (n * 11) % 17]
        || case when n % 3 = 0 then '' else '-' || (n % 977) end as last_name,
      (array['Toronto','Montréal','Calgary','Ottawa','Québec','Halifax','Lévis','Charlottetown',
        'Saskatoon','Brampton'])[1 + (n * 3) % 10] as city,
      (array['ON','QC','AB','ON','QC','NS','QC','PE','SK','ON'])[1 + (n * 3) % 10] as province_code,
      case when n % 4 = 0 then 'fr' else 'en' end as locale,
      (array['Honda Civic','Toyota RAV4','Ford F-150','Mazda CX-5','Hyundai Elantra',
        'Volkswagen Golf'])[1 + n % 6] as car,
      (${sql.raw(`array['${staff.join("','")}']`)}::text[])[1 + (n * 5) % 12] as assigned_to,
      timestamptz '2026-11-20' - (n * interval '21 minutes') as received_at
    from generate_series(1, ${sql.raw(String(count))}) as n`);
  await database.execute(sql`
    insert into submission (id, reference, form_name, form_version, locale, answers, submitted_at)
    select submission_id, reference, replace(kind, '_', '-'), 1, locale, jsonb_build_object(
      'firstName', first_name, 'lastName', last_name, 'street', n || ' Maple Avenue',
      'employer', 'Company ' || n % 3000, 'jobTitle', 'Driver', 'creditRating', 'fair',
      'message', case when n % 5 = 0
        then 'Does it have heated seats for the winter, and when could I come by to see it?'
        else '' end,
      'make', case when kind = 'sell_car' then split_part(car, ' ', 1) end,
      'model', case when kind = 'sell_car' then split_part(car, ' ', 2) end,
      'listingName', case when kind = 'bid' then '2019 ' || car end,
      'vin', case when kind = 'sell_car' then '1HGCM82633A' || lpad(n::text, 6, '0') end
    ), received_at from made`);
  await database.execute(sql`
    insert into lead (id, reference, submission_id, kind, status, first_name, last_name, email,
      phone, city, province_code, locale, dealership_id, assigned_to_user_id, received_at, due_at, first_contact_at,
      source, campaign)
    select made.id, reference, submission_id, kind, status, first_name, last_name,
      'person' || n || '@example.com',
      '+1' || (array['416','514','403'])[1 + n % 3] || '555' || lpad((n % 10000)::text, 4, '0'),
      city, province_code, locale,
      case when n % 3 > 0 then
        (select id from dealership order by name, id offset made.n % 40 limit 1) end,
      assigned_to, received_at,
      case when kind <> 'bid' then received_at + interval '5 hours' end,
      case when status <> 'new' then received_at + interval '1 hour' * (1 + n % 6) end,
      (array['direct','search','ad','social','search','site'])[1 + n % 6],
      case when n % 6 = 2 then 'campaign-' || n % 90 end
    from made`);
  await database.execute(sql`
    insert into lead_event (lead_id, kind, at) select id, 'received', received_at from made`);
  await database.execute(sql`
    insert into lead_event (lead_id, kind, note, at)
    select id, 'note', 'Rappeler après 18 h: ' || n, received_at + interval '3 hours'
    from made where n % 4 = 0`);
  await database.execute(sql`
    insert into lead_event (lead_id, kind, note, at)
    select id, 'mail_sent', 'Your request' || chr(10) || 'We found a car for you near ' || city,
      received_at + interval '4 hours' from made where n % 3 = 0`);
  await database.execute(sql`
    insert into inbound_email (message_id, kind, lead_id, matched_by, from_address, from_name,
      subject, text, quoted, left_out, received_at)
    select '<' || n || '@example.com>', 'answer', id, 'token', 'person' || n || '@example.com',
      first_name, 'Re: Your request', 'Could you hold the ' || car || ' until Saturday morning?',
      '', '[]', received_at + interval '5 hours' from made where n % 6 = 0`);
  await database.execute(sql`
    insert into lead_event (lead_id, kind, at)
    select id, 'mail_received', received_at + interval '5 hours' from made where n % 6 = 0`);
  await database.execute(sql`
    insert into lead_event (lead_id, kind, at)
    select id, 'pass_on_awaited', received_at from made where n % 500 = 0`);
  await database.execute(sql`
    insert into document_request (submission_id, kinds, requested_at, expires_at)
    select submission_id, array['pay_stub'], received_at, received_at + interval '14 days'
    from made where n % 20 = 0`);
  await database.execute(sql`vacuum analyze`);
  const { rows } = await database.execute<{ reference: string }>(
    sql`select reference from made where n = ${Math.min(10_000, count)}`,
  );
  const { rows: dealerships } = await database.execute<{ id: string }>(
    sql`select id from dealership order by name, id limit 1`,
  );
  const tenThousandth = rows[0]?.reference ?? "";
  return {
    owner: staff[0] ?? "",
    dealership: dealerships[0]?.id ?? "",
    reference: tenThousandth,
    tenThousandth,
  };
}
