import { createHash, randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import sharp from "sharp";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";
import { preApprovalFields, sellCarFields } from "../program.fixture.ts";

/** What the site acknowledged as stored. At the end, each must be found exactly once. */
export type Acknowledged = {
  /** The reference by submission id; each lead has three consents. */
  leads: Map<string, string>;
  bids: Set<string>;
  saves: Map<string, string>;
  /** The reference of the request by offer id. */
  offers: Map<string, string>;
  /**
   * Photos of cars, each identified by its draft's visitor and a height that no other photo of that
   * draft has.
   */
  photos: { visitorHash: string; heightPx: number }[];
  portraits: number;
  refused: number;
  cut: number;
};

export function nothingAcknowledged(): Acknowledged {
  return {
    leads: new Map(),
    bids: new Set(),
    saves: new Map(),
    offers: new Map(),
    photos: [],
    portraits: 0,
    refused: 0,
    cut: 0,
  };
}

/** Signs in a demo account. Returns the cookie of its session. */
export async function signIn(origin: string, role: "buyer" | "dealer" | "seller"): Promise<string> {
  const { email = "", password = "" } = DEMO_ACCOUNTS.find((each) => each.role === role) ?? {};
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email, password }),
  });
  const session = response.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (!session) throw new Error(`The ${role} could not sign in: ${response.status}.`);
  return session.split(";")[0] ?? "";
}

const PHOTOS_OF_A_CAR = 20;
const SHORTEST_PHOTO_PX = 300;

/** One photo of each height, so that each can be identified. */
async function drawPhotos(): Promise<Uint8Array<ArrayBuffer>[]> {
  const heights = Array.from({ length: PHOTOS_OF_A_CAR }, (_, index) => SHORTEST_PHOTO_PX + index);
  return Promise.all(
    heights.map(async (height) => {
      const create = { width: 400, height, channels: 3, background: "#357" } as const;
      return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
    }),
  );
}

/** People whose acknowledged actions are recorded in `done`; two of them are signed in. */
export async function gatherPeople(options: {
  origin: string;
  listings: readonly string[];
  done: Acknowledged;
  random: () => number;
}) {
  const { origin } = options;
  const [buyer, dealer, photos] = await Promise.all([
    signIn(origin, "buyer"),
    signIn(origin, "dealer"),
    drawPhotos(),
  ]);
  const life: Life = { ...options, buyer, dealer, photos, album: null, unanswered: [] };
  const acts = [sendSellForm, bid, save, sendPortrait, makeOffer, addCarPhoto];
  return {
    /** One person does one action. A cut connection does not count as a response. */
    async act(what: number): Promise<void> {
      const act = acts[what % acts.length] ?? sendSellForm;
      try {
        if (!(await act(life))) life.done.refused += 1;
      } catch {
        life.done.cut += 1;
      }
    },
  };
}

type Life = {
  origin: string;
  listings: readonly string[];
  done: Acknowledged;
  random: () => number;
  /** The cookies of their sessions. */
  buyer: string;
  dealer: string;
  photos: readonly Uint8Array<ArrayBuffer>[];
  /** The draft of the current car, with the number of photos sent. */
  album: { visitor: string; sent: number } | null;
  /** The references of requests without an offer so far. */
  unanswered: string[];
};

/** Does one action; false if the site refused it. */
type Act = (life: Life) => Promise<boolean>;

const patience = () => AbortSignal.timeout(30_000);

const sendSellForm: Act = async ({ origin, done, unanswered, random }) => {
  const id = randomUUID();
  const fields = sellCarFields({
    submissionId: id,
    // In this city the demo's dealer is invited.
    city: "Toronto",
    province: "Ontario",
    shareWithDealerships: "yes",
    sellerEmail: `${id}@example.com`,
  });
  const response = await fetch(`${origin}/forms/sell-car`, {
    method: "POST",
    headers: { accept: "application/json", "x-forwarded-for": someAddress(random) },
    body: new URLSearchParams(fields),
    signal: patience(),
  });
  const { result, reference } = (await response.json()) as { result?: string; reference?: string };
  if (result !== "success" || !reference) return false;
  done.leads.set(id, reference);
  unanswered.push(reference);
  return true;
};

const bid: Act = async (life) => {
  const id = randomUUID();
  const response = await call(life, "/newBid", {
    headers: { "idempotency-key": id },
    body: {
      productId: pickListing(life),
      bidderPhone: preApprovalFields()["phoneNumber"],
      proposedPrice: 9_000,
    },
  });
  if (response.status === 200) life.done.bids.add(id);
  await response.arrayBuffer();
  return response.status === 200;
};

const save: Act = async (life) => {
  const listing = pickListing(life);
  const response = await call(life, "/newSavedAd", { body: { singleAdId: listing } });
  if (response.status === 200) {
    const { insertedId } = (await response.json()) as { insertedId: string };
    life.done.saves.set(insertedId, listing);
  }
  return response.status === 200;
};

const sendPortrait: Act = async (life) => {
  const form = new FormData();
  form.set("form", "photo");
  form.set("photo", jpeg(life.photos[0]));
  const isStored = await postPage(life, "/account/photo", life.buyer, form);
  if (isStored) life.done.portraits += 1;
  return isStored;
};

const makeOffer: Act = async (life) => {
  const reference = life.unanswered.pop();
  if (reference === undefined) return sendSellForm(life);
  const id = randomUUID();
  const day = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const offer = { form: "offer", offerId: id, amount: "9000", validUntil: day, conditions: "" };
  const path = `/dealer/requests/${reference}`;
  const isStored = await postPage(life, path, life.dealer, new URLSearchParams(offer));
  if (isStored) life.done.offers.set(id, reference);
  return isStored;
};

const addCarPhoto: Act = async (life) => {
  if (!life.album || life.album.sent >= PHOTOS_OF_A_CAR) {
    const visitor = randomBytes(24).toString("base64url");
    // The page's form has another name for the field that programs call the style.
    const car = new URLSearchParams(sellCarFields({ bodyType: "Sedan" }));
    if (!(await postPage(life, "/sell-car", `visitor=${visitor}`, car))) return false;
    life.album = { visitor, sent: 0 };
  }
  const { album, photos, done } = life;
  const index = album.sent;
  album.sent += 1;
  const form = new FormData();
  form.set("intent", "upload");
  form.set("files", jpeg(photos[index]));
  const isStored = await postPage(life, "/sell-car/photos", `visitor=${album.visitor}`, form);
  const visitorHash = createHash("sha256").update(album.visitor).digest("hex");
  if (isStored) done.photos.push({ visitorHash, heightPx: SHORTEST_PHOTO_PX + index });
  return isStored;
};

const jpeg = (bytes: Uint8Array<ArrayBuffer> | undefined) =>
  new File(bytes ? [bytes] : [], "photo.jpg", { type: "image/jpeg" });

const pickListing = ({ listings, random }: Life) =>
  listings[Math.floor(random() * listings.length)] ?? "";

function call(
  { origin, buyer }: Life,
  path: string,
  { headers, body }: { headers?: Record<string, string>; body: object },
): Promise<Response> {
  return fetch(origin + path, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      cookie: buyer,
      ...headers,
    },
    body: JSON.stringify(body),
    signal: patience(),
  });
}

/** Posts a page's form; a redirect means that it was stored. */
async function postPage(
  { origin, random }: Life,
  path: string,
  cookie: string,
  body: FormData | URLSearchParams,
): Promise<boolean> {
  const response = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin, "x-forwarded-for": someAddress(random) },
    body,
    signal: patience(),
  });
  await response.arrayBuffer();
  return response.status === 303 || response.status === 302;
}

/**
 * Rate limits count by address, so each request has another one: the site trusts a proxy on this
 * machine.
 */
function someAddress(random: () => number): string {
  return `10.${[1, 2, 3].map(() => Math.floor(random() * 250) + 1).join(".")}`;
}

/** Runs a query on the site's database from outside, as its owner. */
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

/** What is not stored as it was acknowledged, in words; empty if nothing is lost. */
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
  for (const [id, reference] of done.leads) {
    const row = leadById.get(id);
    if (row?.reference !== reference || row.leads !== 1 || row.consents !== 3)
      losses.push(`lead ${id}: ${JSON.stringify(row)}`);
  }
  const halves = await ask<{ id: string }>(
    url,
    // The demo's own submissions, with ids of version 8, were not acknowledged to anybody.
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
  losses.push(...(await findLostOffers(url, done)));
  losses.push(...(await findLostPhotos(url, done, origin)));
  return losses;
}

/** An offer and the message that notifies the seller of it must be stored together. */
async function findLostOffers(url: string, { offers }: Acknowledged): Promise<string[]> {
  const rows = await ask<{ id: string; reference: string; isTold: boolean }>(
    url,
    `select o.id, l.reference, exists (
        select 1 from message m where m.lead_id = l.id and m.event = 'offer_made'
      ) as "isTold"
    from purchase_offer o join lead l on l.id = o.lead_id where uuid_extract_version(o.id) = 4`,
  );
  const offerById = new Map(rows.map((row) => [row.id, row]));
  const lost = [...offers].filter(([id, reference]) => offerById.get(id)?.reference !== reference);
  return [
    ...lost.map(([id, reference]) => `offer ${id} on ${reference}`),
    ...rows.filter(({ isTold }) => !isTold).map(({ id }) => `offer ${id}, untold`),
  ];
}

async function findLostPhotos(
  url: string,
  { photos, portraits }: Acknowledged,
  origin: string,
): Promise<string[]> {
  const lost: string[] = [];
  const rows = await ask<{ visitorHash: string; key: string; widthPx: number; heightPx: number }>(
    url,
    `select d.visitor_hash as "visitorHash", p.key, p.width_px as "widthPx", p.height_px as "heightPx"
    from sale_photo p join draft d on d.id = p.submission_id`,
  );
  const name = (photo: { visitorHash: string; heightPx: number }) =>
    `photo ${photo.heightPx} of ${photo.visitorHash}`;
  const counts = new Map<string, number>();
  for (const row of rows) {
    counts.set(name(row), (counts.get(name(row)) ?? 0) + 1);
    const { status } = await fetch(origin + buildPhotoSource(row).src);
    if (status !== 200) lost.push(`${name(row)}: ${status}`);
  }
  for (const [photo, count] of counts) if (count > 1) lost.push(`${photo}: ${count} times`);
  lost.push(...photos.map(name).filter((photo) => !counts.has(photo)));
  if (portraits > 0) {
    const [row] = await ask<{ image: string | null }>(
      url,
      `select image from "user" where email = 'buyer@example.com'`,
    );
    const status = row?.image ? (await fetch(new URL(row.image, origin))).status : 0;
    if (status !== 200) lost.push(`portrait ${row?.image}: ${status}`);
  }
  return lost;
}

/**
 * E-mails that the site considers sent but the mail server never got, and e-mails that were owed
 * and given up. `copies`: the times at which the mail server accepted each, by Message-ID.
 */
export async function findLostMails(
  url: string,
  copies: ReadonlyMap<string, unknown>,
  /** The start of the run, by the database's clock; the demo's own deliveries are older. */
  began: string,
): Promise<string[]> {
  const rows = await ask<{ id: string; state: string }>(
    url,
    "select id, state from message where channel in ('email', 'adf_email') and state in ('sent', 'dead') and created_at >= $1",
    [began],
  );
  const taken = new Set([...copies.keys()].map((id) => /^<([0-9a-f-]{36})@/.exec(id)?.[1]));
  return rows
    .filter(({ id, state }) => state === "dead" || !taken.has(id))
    .map(({ id, state }) => `mail ${id}: ${state}`);
}
