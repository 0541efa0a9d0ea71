import { PDFiumLibrary } from "@hyzyla/pdfium";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeBidPeople } from "#domain/bid/bid.fixture.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { PROVINCE_FACTS } from "#domain/deal/checklist.ts";
import { dealTable } from "#domain/deal/deal.table.ts";
import { createLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { findDealReference, storeDeal } from "#domain/sale/deal.fixture.ts";
import { set } from "#domain/setting/setting.fixture.ts";
import { settingTable } from "#domain/setting/setting.table.ts";
import { readSiteFacts } from "#domain/setting/site-facts.server.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  CIVIC,
  type Dealership,
  readOfferStates,
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { ProvinceCode } from "#values/province.ts";
import { loadBillOfSale } from "./bill-of-sale.server.ts";
import { loader as loadPdf } from "./bill-of-sale-pdf.page.ts";
import { FACT_WORDS, findItemSource } from "./checklist-words.ts";
import { handleDealPost, loadDealPage } from "./deal.server.ts";

let people: Awaited<ReturnType<typeof storeBidPeople>>;
let staff: SignedInUser;
let dealer: Dealership;
/** The deal of an accepted bid. */
let deal: { reference: string; listingId: string; bidId: string };

useSite();
beforeAll(async () => {
  people = await storeBidPeople();
  staff = await storePerson("Sam Staff", { role: "staff" });
  dealer = await storeDealership("Lakeshore Lane");
});
beforeEach(async () => {
  deal = await makeDeal();
});

async function makeDeal(listing: Partial<typeof listingTable.$inferInsert> = {}) {
  const reference = await storeDeal(people.seller, people.buyer, listing);
  const [made] = await db().select().from(dealTable).where(eq(dealTable.reference, reference));
  return { reference, listingId: made?.listingId ?? "", bidId: made?.wayId ?? "" };
}

type Asked = { reference: string; key?: string };

function makeArgs(user: SignedInUser | null, { reference, key }: Asked, fields?: object) {
  const url = new URL(`http://site.test/deals/${reference}`);
  if (key) url.searchParams.set("key", key);
  const post = fields && { method: "POST", body: new URLSearchParams({ ...fields }) };
  return {
    request: new Request(url, post),
    context: makeContext({ user }),
    params: { reference },
  };
}

const load = (user: SignedInUser | null, requested: Asked = deal) =>
  loadDealPage(makeArgs(user, requested));

/** The status of a post's response, and the address of its redirect. */
async function post(user: SignedInUser | null, fields: object, requested: Asked = deal) {
  try {
    const { init } = await handleDealPost(makeArgs(user, requested, fields));
    return { status: init?.status ?? 200, to: "" };
  } catch (thrown) {
    if (thrown instanceof Response)
      return { status: thrown.status, to: thrown.headers.get("location") ?? "" };
    return { status: (thrown as { init?: { status?: number } }).init?.status, to: "" };
  }
}

async function statusOf(work: Promise<unknown>): Promise<number | undefined> {
  try {
    await work;
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    return (thrown as { init?: { status?: number } }).init?.status;
  }
}

/** The text of the bill of sale's PDF. */
async function readPdf(user: SignedInUser | null, requested: Asked): Promise<string> {
  const result = await loadPdf(makeArgs(user, requested));
  expect(result.headers.get("content-type")).toBe("application/pdf");
  const bytes = new Uint8Array(await result.arrayBuffer());
  const pdf = await (await PDFiumLibrary.init()).loadDocument(bytes);
  return Array.from({ length: pdf.getPageCount() }, (_, at) => pdf.getPage(at).getText()).join(
    "\n",
  );
}

/** The value of each line of the bill of sale, by its first label. */
async function readBill(user: SignedInUser | null, requested: Asked) {
  const { bill } = await loadBillOfSale(makeArgs(user, requested));
  const lines = bill.sections.flatMap((section) => section.lines);
  return Object.fromEntries(lines.map(({ label, value }) => [label[0], value]));
}

async function mailsTo(email: string) {
  await sendDueMessages();
  return (await listOutbox({ limit: 200 })).filter(({ to }) => to === email);
}

test("its two sides see a deal, staff without what they write, and nobody else", async () => {
  const seen = await load(people.buyer);
  expect(seen).toMatchObject({ side: "buyer", priceCad: 13_800, state: "agreed" });
  expect(seen.names).toEqual({ buyer: "Camille Roy", seller: "Jordan Mitchell" });
  expect(seen.canFinance).toBe(true);
  const sellers = await load(people.seller);
  expect(sellers).toMatchObject({ side: "seller", agreedBySide: "seller", canFinance: false });
  expect(sellers.contact).toEqual({ phone: "+14165550100", email: people.buyer.email });
  expect(await load(staff)).toMatchObject({ side: null, thread: null, contact: null, moves: [] });
  expect(await post(staff, { item: "tax", intent: "tick" })).toMatchObject({ status: 403 });
  expect(await statusOf(load(people.other))).toBe(404);
  expect(await statusOf(load(dealer.person))).toBe(404);
  expect(await statusOf(load(null))).toBe(302);
  expect(await statusOf(loadPdf(makeArgs(people.other, deal)))).toBe(404);
  expect(await statusOf(load(people.buyer, { reference: "ABCDEFGH" }))).toBe(404);
});

test("a tax that changes today is in the deal's costs", async () => {
  const readTax = async () => (await load(people.buyer)).tax!.lines.map((line) => line.ratePercent);
  const [before] = await readTax();
  const { provinceCode } = await load(people.buyer);
  await set({
    taxChanges: [
      {
        province: provinceCode!,
        seller: "private",
        tax: "rst",
        from: today(),
        ratePercent: 14,
        source: "https://www.ontario.ca/taxes",
        checkedOn: today(),
      },
    ],
  });
  await readSiteFacts();
  expect([before, ...(await readTax())]).toEqual([13, 14]);
  await db().delete(settingTable);
  await readSiteFacts();
});

test("each side ticks for itself, and takes it back", async () => {
  const stand = async () =>
    (await load(people.seller)).checklist.find(({ item }) => item === "insurance")?.isDone;
  expect((await post(people.buyer, { item: "insurance", intent: "tick" })).status).toBe(303);
  await post(people.buyer, { item: "insurance", intent: "tick" });
  expect(await stand()).toEqual({ buyer: true, seller: false });
  await post(people.buyer, { item: "insurance", intent: "untick" });
  expect(await stand()).toEqual({ buyer: false, seller: false });
  expect((await post(people.buyer, { item: "wheels", intent: "tick" })).status).toBe(400);
});

test("the two write to each other in the conversation about the car", async () => {
  const words = { form: "inquiry-answer", text: "Saturday at ten?" };
  expect((await post(people.buyer, words)).status).toBe(303);
  expect((await load(people.seller)).thread?.messages).toMatchObject([
    { text: "Saturday at ten?", isMine: false },
  ]);
  expect((await post(people.seller, { ...words, text: "" })).status).toBe(422);
  await post(people.seller, { ...words, text: "Yes." });
  expect((await load(people.buyer)).thread?.messages).toHaveLength(2);
});

test("a side calls it off with a reason, which the other one reads", async () => {
  expect((await post(people.buyer, { form: "call-off" })).status).toBe(422);
  const why = { form: "call-off", reason: "financing", note: "My bank said no." };
  expect((await post(people.buyer, why)).status).toBe(303);
  const [listing] = await db()
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, deal.listingId));
  expect(listing).toMatchObject({ state: "live", reservedAt: null });
  const [bid] = await db().select().from(bidTable).where(eq(bidTable.id, deal.bidId));
  expect(bid?.state).toBe("withdrawn");
  const mail = (await mailsTo(people.seller.email)).find(({ text }) => text.includes("My bank"));
  expect(mail?.text).toContain("The financing fell through");
  expect(mail?.text).toContain(`/deals/${deal.reference}`);
  expect((await load(people.seller)).ended).toMatchObject({
    bySide: "buyer",
    reason: "financing",
    note: "My bank said no.",
  });
  expect((await post(people.seller, why)).status).toBe(409);
});

test("handed over, the car is sold, both are told, and nothing can be called off", async () => {
  const input = { form: "hand-over", odometer: "84123" };
  const countAbout = async () => {
    await sendDueMessages();
    const mails = (await listOutbox({ limit: 200 })).filter(({ text }) =>
      text?.includes(`/deals/${deal.reference}`),
    );
    return [people.buyer, people.seller].map(
      ({ email }) => mails.filter(({ to }) => to === email).length,
    );
  };
  const before = await countAbout();
  expect((await post(people.seller, input)).status).toBe(303);
  const [listing] = await db()
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, deal.listingId));
  expect(listing?.state).toBe("sold");
  const after = await countAbout();
  expect(after.map((mails, at) => mails - (before[at] ?? 0))).toEqual([1, 1]);
  expect(await load(people.buyer)).toMatchObject({ handoverOdometerKm: 84_123, moves: [] });
  const why = { form: "call-off", reason: "other" };
  expect((await post(people.buyer, why)).status).toBe(409);
});

test("its buyer is offered financing while it is agreed on, and nobody once it is over", async () => {
  const mayFinance = async (user: SignedInUser) => (await load(user)).canFinance;
  expect(await mayFinance(people.buyer)).toBe(true);
  expect(await mayFinance(people.seller)).toBe(false);
  await post(people.seller, { form: "hand-over", odometer: "84123" });
  expect(await mayFinance(people.buyer)).toBe(false);
  deal = await makeDeal();
  await post(people.buyer, { form: "call-off", reason: "other" });
  expect(await mayFinance(people.buyer)).toBe(false);
});

test("both sides together post 120 times an hour about one deal, whatever it is", async () => {
  const tick = { item: "insurance", intent: "tick" };
  for (let turn = 0; turn < 60; turn += 1)
    for (const user of [people.buyer, people.seller])
      expect((await post(user, tick)).status).toBe(303);
  expect((await post(people.buyer, tick)).status).toBe(429);
  const why = { form: "call-off", reason: "other" };
  expect((await post(people.seller, why)).status).toBe(429);
  expect((await post(people.seller, { form: "hand-over", odometer: "84123" })).status).toBe(429);
  expect(await load(people.buyer)).toMatchObject({ state: "agreed" });
  // It does not count against another deal of theirs.
  deal = await makeDeal();
  expect((await post(people.buyer, tick)).status).toBe(303);
});

test.each<[ProvinceCode, string[]]>([
  ["ON", ["Bill of sale", "Acte de vente"]],
  ["QC", ["Acte de vente", "Bill of sale"]],
])("in %s the bill of sale begins %o", async (provinceCode, [first = "", second = ""]) => {
  const made = await makeDeal({ provinceCode, vin: "1HGCM82633A004352" });
  const text = await readPdf(people.seller, made);
  expect(text.indexOf(first)).toBeLessThan(text.indexOf(second));
  expect(text.startsWith(first)).toBe(true);
  for (const known of ["Camille Roy", "Jordan Mitchell", "1HGCM82633A004352"])
    expect(text).toContain(known);
  expect(text).toMatch(/13.800/);
});

test("the bill of sale says what the listing declares, and what it does not", async () => {
  const odometerKm = 62_400;
  const made = await makeDeal({ brand: "rebuilt", accidents: "none", lien: null, odometerKm });
  const bill = await readBill(people.buyer, made);
  expect(bill).toMatchObject({
    "Brand (clean, rebuilt, salvage)": "Rebuilt / Reconstruit",
    "Known accidents": expect.stringMatching(/^None known to the seller \/ /),
    "Liens or debts on the car": "Not declared / Non déclaré",
    "Odometer reading": "Not declared / Non déclaré",
    "Odometer, as declared": "62,400 km",
    "Odometer at handover": null,
  });
});

describe("a deal between a dealership and somebody without an account", () => {
  let requested: { reference: string; key: string };
  let request: Awaited<ReturnType<typeof storeSellRequest>>;
  let offerId: string;

  beforeEach(async () => {
    request = await storeSellRequest({ visitorHash: "a".repeat(64) });
    offerId = await storeOffer(dealer, request.reference);
    const seller = { reference: request.reference, way: "mail_link", userId: null } as const;
    await acceptOffer(seller, offerId);
    const key = createLeadLinkKey({ reference: request.reference, email: CIVIC.sellerEmail });
    requested = { reference: await findDealReference(offerId), key };
  });

  test("is seen by the link of a mail, and by the dealership's people", async () => {
    const sellers = await load(null, requested);
    expect(sellers).toMatchObject({ side: "seller", priceCad: 15_000, odometerKm: 84_000 });
    expect(sellers.thread?.access).toBe("sign_in");
    expect(await load(dealer.person, { reference: requested.reference })).toMatchObject({
      side: "buyer",
      contact: { phone: CIVIC.sellerPhone, email: CIVIC.sellerEmail },
      thread: { access: "no_account" },
    });
    expect(await statusOf(load(null, { reference: requested.reference }))).toBe(302);
    expect(await statusOf(load(null, { ...requested, key: "no" }))).toBe(302);
    expect((await post(null, { item: "plates", intent: "tick" }, requested)).to).toContain("key=");
  });

  test("has its messages once the seller has an account", async () => {
    const person = await storePerson("Jordan Seller");
    const words = { form: "inquiry-answer", text: "When do you come?" };
    const own = { reference: requested.reference };
    expect((await post(person, words, own)).status).toBe(303);
    const dealers = await load(dealer.person, own);
    expect(dealers.thread?.messages).toMatchObject([{ text: words.text, isMine: false }]);
    await post(dealer.person, { ...words, text: "On Monday." }, own);
    expect((await load(person, own)).thread?.messages.at(-1)).toMatchObject({
      byName: "Lakeshore Lane",
    });
  });

  test("has a bill of sale with what the request declared, and what it did not", async () => {
    const answers = {
      accidentHistory: "yes",
      accidentAmountCad: 8_200,
      salvageStatus: "yes",
    } as const;
    const damaged = await storeSellRequest({ answers });
    const id = await storeOffer(dealer, damaged.reference);
    await acceptOffer({ reference: damaged.reference, way: "mail_link", userId: null }, id);
    const own = { reference: await findDealReference(id) };
    expect(await readBill(dealer.person, own)).toMatchObject({
      "Brand (clean, rebuilt, salvage)": "Salvage / Gravement accidenté",
      "Known accidents": expect.stringContaining("$8,200"),
      "Liens or debts on the car": "Not declared / Non déclaré",
      "Odometer reading": "Not declared / Non déclaré",
    });
    const text = await readPdf(dealer.person, own);
    for (const words of ["$8,200", "Not declared"]) expect(text).toContain(words);
    // From the request that was sent first: no accident, and a clean title.
    expect(await readPdf(null, requested)).toContain("None known to the seller");
  });

  test("is called off by either: the dealership hears why, or its offer is taken back", async () => {
    const why = { form: "call-off", reason: "price" };
    expect((await post(null, why, requested)).status).toBe(303);
    expect(await readOfferStates(request.leadId)).toEqual({ [offerId]: "open" });
    const notified = (await mailsTo(dealer.leadEmail)).filter(({ text }) =>
      text.includes(request.reference),
    );
    expect(notified[0]?.text).toContain("We no longer agree on the price");

    await acceptOffer({ reference: request.reference, way: "mail_link", userId: null }, offerId);
    const theirs = { reference: await findDealReference(offerId) };
    expect((await post(dealer.person, why, theirs)).status).toBe(303);
    expect(await readOfferStates(request.leadId)).toEqual({ [offerId]: "withdrawn" });
    const mail = (await mailsTo(CIVIC.sellerEmail)).find(({ text }) =>
      text.includes(`/deals/${theirs.reference}?key=`),
    );
    expect(mail?.subject).toContain("The deal is off");
  });
});

test("each province's facts have a source that was read, and words", () => {
  for (const [province, { facts, liens, registry }] of Object.entries(PROVINCE_FACTS)) {
    const words = FACT_WORDS[province as ProvinceCode] ?? {};
    expect(Object.keys(words).toSorted(), province).toEqual(Object.keys(facts).toSorted());
    for (const { checkedOn } of Object.values(facts))
      expect(checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const { url } of [...Object.values(facts), liens, registry])
      for (const address of typeof url === "string" ? [url] : Object.values(url))
        expect(address).toMatch(/^https:\/\/[\w.-]+\.(ca|com|gouv\.qc\.ca)\//);
  }
});

test.each([
  ["transfer", "ON", false, /^Source: ServiceOntario, read on /, false],
  ["tax", "ON", false, /^Worked out from the tax rates we know.* ask ServiceOntario/, false],
  ["tax", "QC", true, null, false],
  ["insurance", "ON", false, /^Ask your insurer/, false],
  ["safety", "SK", false, /^We don’t have a rule for this.* Ask SGI/, true],
  ["lien_search", "SK", false, /^Where to search: Information Services/, true],
  ["lien_search", "NB", false, /^Where to search: Atlantic Canada/, false],
] as const)(
  "%s in %s (of a dealership: %s) says %s",
  (item, provinceCode, byDealer, note, isUnread) => {
    const requested = { provinceCode, isSoldByDealership: byDealer, hasTaxEstimate: true };
    const source = findItemSource(item, requested, "en");
    if (note === null) expect(source).toMatchObject({ fact: null, note });
    else expect(source.note).toMatch(note);
    expect(source.isUnread).toBe(isUnread);
  },
);
