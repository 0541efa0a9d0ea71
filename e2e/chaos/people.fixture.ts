import { randomUUID } from "node:crypto";
import pg from "pg";
import sharp from "sharp";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { preApprovalFields, sellCarFields } from "../program.fixture.ts";

/** What the site said it had stored: each is looked for at the end, once. */
export type Acknowledged = {
  leads: Map<string, { reference: string; form: "sell-car" | "vin" }>;
  bids: Set<string>;
  saves: Map<string, string>;
  photos: number;
  refused: number;
  cut: number;
};

export function nothingAcknowledged(): Acknowledged {
  return { leads: new Map(), bids: new Set(), saves: new Map(), photos: 0, refused: 0, cut: 0 };
}

const BUYER = DEMO_ACCOUNTS.find(({ role }) => role === "buyer") ?? DEMO_ACCOUNTS[0];

export async function signInBuyer(origin: string): Promise<string> {
  const { email = "", password = "" } = BUYER ?? {};
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email, password }),
  });
  const session = answer.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (!session) throw new Error(`The buyer could not sign in: ${answer.status}.`);
  return session.split(";")[0] ?? "";
}

export async function drawPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 400, height: 400, channels: 3, background: "#357" } as const;
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
}

/** One person does one thing, and notes what was acknowledged. A cut connection is no answer. */
export async function doSomething(
  what: number,
  context: {
    origin: string;
    cookie: string;
    listings: readonly string[];
    photo: Uint8Array<ArrayBuffer>;
    done: Acknowledged;
    random: () => number;
  },
): Promise<void> {
  const { origin, cookie, listings, photo, done, random } = context;
  const listing = listings[Math.floor(random() * listings.length)] ?? "";
  const signal = AbortSignal.timeout(30_000);
  const json = { accept: "application/json", "content-type": "application/json", cookie };
  try {
    const kind = what % 4;
    if (kind === 0) {
      const id = randomUUID();
      const fields = sellCarFields({
        submissionId: id,
        shareWithDealerships: "yes",
        sellerEmail: `${id}@example.com`,
      });
      const answer = await fetch(`${origin}/forms/sell-car`, {
        method: "POST",
        headers: { accept: "application/json", "x-forwarded-for": someAddress(random) },
        body: new URLSearchParams(fields),
        signal,
      });
      const body = (await answer.json()) as { result?: string; reference?: string };
      if (body.result === "success")
        done.leads.set(id, { reference: body.reference ?? "", form: "sell-car" });
      else done.refused += 1;
    } else if (kind === 1) {
      const id = randomUUID();
      const body = {
        productId: listing,
        bidderPhone: preApprovalFields()["phoneNumber"],
        proposedPrice: 9_000,
      };
      const answer = await fetch(`${origin}/newBid`, {
        method: "POST",
        headers: { ...json, "idempotency-key": id },
        body: JSON.stringify(body),
        signal,
      });
      if (answer.status === 200) done.bids.add(id);
      else done.refused += 1;
    } else if (kind === 2) {
      const answer = await fetch(`${origin}/newSavedAd`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ singleAdId: listing }),
        signal,
      });
      if (answer.status === 200) {
        const { insertedId } = (await answer.json()) as { insertedId: string };
        done.saves.set(insertedId, listing);
      } else done.refused += 1;
    } else {
      const form = new FormData();
      form.set("form", "photo");
      form.set("photo", new File([photo], "me.jpg", { type: "image/jpeg" }));
      const answer = await fetch(`${origin}/account/photo`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin },
        body: form,
        signal,
      });
      if (answer.status >= 300 && answer.status < 400) done.photos += 1;
      else done.refused += 1;
      await answer.arrayBuffer();
    }
  } catch {
    done.cut += 1;
  }
}

/** Limits count by address; the site believes a proxy on this machine. */
function someAddress(random: () => number): string {
  return `10.${[1, 2, 3].map(() => Math.floor(random() * 250) + 1).join(".")}`;
}

/** Looks into the database from outside, as its owner. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** What is not there as it was acknowledged, in words; nothing where all is well. */
export async function findLosses(
  url: string,
  done: Acknowledged,
  origin: string,
): Promise<string[]> {
  const losses: string[] = [];
  const leads = await ask<{ id: string; reference: string; leads: number; consents: number }>(
    url,
    `select s.id, s.reference,
      (select count(*)::int from lead l where l.submission_id = s.id) as leads,
      (select count(*)::int from consent c where c.submission_id = s.id) as consents
    from submission s where s.id = any($1)`,
    [[...done.leads.keys()]],
  );
  const leadById = new Map(leads.map((row) => [row.id, row]));
  for (const [id, { reference }] of done.leads) {
    const row = leadById.get(id);
    if (row?.reference !== reference || row.leads !== 1 || row.consents !== 2)
      losses.push(`lead ${id}: ${JSON.stringify(row)}`);
  }
  const halves = await ask<{ id: string }>(
    url,
    // The demo's own, whose ids are of version 8, were told to nobody.
    `select s.id from submission s where s.form_name = 'sell-car' and uuid_extract_version(s.id) <> 8 and (
      (select count(*) from lead l where l.submission_id = s.id) <> 1
      or not exists (select 1 from message m join lead l on l.id = m.lead_id where l.submission_id = s.id))`,
  );
  losses.push(...halves.map(({ id }) => `half a submission ${id}`));
  const bids = await ask<{ id: string }>(url, "select id from bid where id = any($1)", [
    [...done.bids],
  ]);
  if (bids.length !== done.bids.size) losses.push(`bids: ${bids.length} of ${done.bids.size}`);
  const saves = await ask<{ id: string }>(url, "select id from saved_listing where id = any($1)", [
    [...done.saves.keys()],
  ]);
  if (saves.length !== done.saves.size) losses.push(`saves: ${saves.length} of ${done.saves.size}`);
  if (done.photos > 0) {
    const [row] = await ask<{ image: string | null }>(
      url,
      'select image from "user" where email = $1',
      [BUYER?.email],
    );
    const status = row?.image ? (await fetch(new URL(row.image, origin))).status : 0;
    if (status !== 200) losses.push(`photo ${row?.image}: ${status}`);
  }
  return losses;
}
