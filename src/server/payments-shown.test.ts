import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { saveListing } from "#domain/listing/saved-listing.server.ts";
import { layOutEmail } from "#domain/notification/email-layout.ts";
import type { EmailWords } from "#domain/notification/events/event.ts";
import { EVENTS } from "#domain/notification/events/events.ts";
import { createRendering } from "#domain/notification/send.server.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { findPaymentRestriction } from "#domain/pricing/payment-restriction.ts";
import { storeDeal } from "#domain/sale/deal.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import { overwriteGetLocale } from "#messages/runtime.js";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { startReadCache } from "#platform/database/cached-reads.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listKeys } from "#values/record.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { type ProvinceCode, PROVINCES } from "#values/province.ts";
import { type FloorPage, isStaffPage, listPages } from "./knock.fixture.ts";
import { renderPages } from "./render-pages.fixture.tsx";

useAccounts();

/**
 * The locations of the car that the pages are about, one after the other; two similar cars stay in
 * Ontario.
 */
const CITIES: Partial<Record<ProvinceCode, { city: string; lat: number; lon: number }>> = {
  ON: { city: "Toronto", lat: 43.65, lon: -79.38 },
  QC: { city: "Montréal", lat: 45.51, lon: -73.59 },
  AB: { city: "Calgary", lat: 51.05, lon: -114.07 },
};
/** In the other provinces only the province matters. */
const LOCATIONS = PROVINCES.map((provinceCode) => ({
  provinceCode,
  ...(CITIES[provinceCode] ?? { city: "Springfield", lat: 49.9, lon: -97.1 }),
}));
const TORONTO = LOCATIONS.find(({ provinceCode }) => provinceCode === "ON")!;
const TOWNS: Partial<Record<ProvinceCode, string>> = { ON: "Toronto, ON", QC: "Montréal, QC" };

type Reader = {
  /** How we know where they are: a choice beside a payment, or a form. */
  by: "choice" | "form";
  provinceCode: ProvinceCode | null;
  visitor: Partial<Visitor>;
  /** The pre-approval that they sent. */
  reference: string;
};
const readers: Reader[] = [];
let listing: string;
let deal: string;
let forgetReads: () => void;
let endReadCache: () => void;
let site: Awaited<ReturnType<typeof renderPages>>;

beforeAll(async () => {
  const seller = await storePerson("Jordan Seller", { role: "seller" });
  const member = await storePerson("Camille Member");
  const { id: dealershipId } = await storeDealershipRow();
  listing = await storeListing({ sellerId: seller.id, dealershipId });
  for (const priceCad of [27_500, 31_000])
    await storeListing({ sellerId: seller.id, dealershipId, priceCad });
  await saveListing(member.id, listing);
  deal = await storeDeal(seller, member);
  for (const provinceCode of [null, ...PROVINCES]) {
    const visitor = { user: member, province: provinceCode ?? undefined };
    readers.push({ by: "choice", provinceCode, visitor, reference: "" });
  }
  for (const provinceCode of ["ON", "QC"] as const) readers.push(await storeProvince(provinceCode));
  site = await renderPages();
  endReadCache = startReadCache((empty) => (forgetReads = empty));
});
afterAll(() => endReadCache());

/** A browser that sent a pre-approval from that province and is at the panel of the next one. */
async function storeProvince(provinceCode: ProvinceCode): Promise<Reader> {
  const visitor = { visitorHash: randomUUID() };
  const notified = { ...APPLICANT, listing, vehicleLocation: TOWNS[provinceCode] ?? "" };
  await storeVerifiedPhone(visitor.visitorHash, "+14035550147");
  const seen = readVisitor({ context: makeContext(visitor) });
  const sent = await receivePost(preApprovalHandler, rawFields(notified), seen);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { answers } = readForm(preApprovalForm, rawFields(notified), {
    now: new Date(),
    locale: "en",
  });
  await changeDraft(visitor.visitorHash, preApprovalForm, (_draft, keep) =>
    keep({ answers, consents: [] }),
  );
  return { by: "form", provinceCode, visitor, reference: sent.reference };
}

/** The address of a page of the route table, filled in with what is stored here. */
function addressOf({ path, file }: FloorPage, { reference }: Reader): string {
  const params: Record<string, string> = {
    id: file.includes("/blog/") ? "winter-ready-used-car" : listing,
    reference: file.includes("/deal/") ? deal : reference,
    step: file.includes("/wizard/") && path.startsWith("/allListings") ? "qualified" : "",
    subject: "suv",
  };
  const filled = path.replaceAll(/\/:(\w+)\??/g, (_, name: string) =>
    params[name] ? `/${params[name]}` : "",
  );
  // Forms use the car that the visitor comes from; no other page reads it.
  return `${filled}?listing=${listing}`;
}

/** The parts of a page about a car: its card or its row. */
const BESIDE_CARS = /<article\b.*?<\/article>|<a class="match-row".*?<\/a>/gs;

/** Everything shown beside the one car. */
function findBeside(html: string): string {
  const cards = html.match(BESIDE_CARS) ?? [];
  return cards.filter((card) => card.includes(`/details/${listing}"`)).join("");
}

/** A payment or a rate, in the words that pages have for them. */
function findPayments(html: string, locale: Locale): string[] {
  const text = html
    .replaceAll(/<!--.*?-->|<\/?b>/g, "")
    .replaceAll(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "'");
  const amount = locale === "en" ? String.raw`\$[\d,.]+` : String.raw`[\d\u00a0,]+\u00a0\$`;
  const every = [m.listing_card_frequency, m.listing_card_monthly].map((say) => say());
  const apr = m.home_example_apr();
  const shown = new RegExp(String.raw`${amount}\s+(?:${every.join("|")})|\b${apr}\b`, "g");
  return text.match(shown) ?? [];
}

type Kind = Reader["by"];

/**
 * The pages of the route table that show the car with its price, for a reader who may see payments:
 * those that show one, and the others.
 */
async function findPages(by: Kind) {
  const reader = readers.find((each) => each.by === by && each.provinceCode !== "QC");
  if (!reader) throw new Error(`Nobody is known by ${by}.`);
  const withPayment: FloorPage[] = [];
  const without: FloorPage[] = [];
  for (const page of listPages()) {
    if (!page.file.endsWith(".tsx") || page.file.includes("layout") || isStaffPage(page)) continue;
    const html = await see(page, reader, "en");
    if (!html.includes("29,990")) continue;
    (findPayments(html, "en").length > 0 ? withPayment : without).push(page);
  }
  return { withPayment, without };
}

async function see(page: FloorPage, reader: Reader, locale: Locale): Promise<string> {
  const seen = await site.render(addressOf(page, reader), { ...reader.visitor, locale });
  return seen?.html ?? "";
}

/**
 * What is wrong with a page, as a reader sees it in a language while the car is in that province.
 */
async function check(page: FloorPage, reader: Reader, locale: Locale, car: ProvinceCode) {
  const html = await see(page, reader, locale);
  const { provinceCode } = reader;
  const payments = findPayments(html, locale);
  const why = findPaymentRestriction({ provinceCode, locale }, { provinceCode: car });
  if (!why) return payments.length > 0 ? [] : ["may be shown, and is not"];
  // Otherwise other cars have payments on pages that are not about this one, and readers have an
  // estimate.
  const isWhole =
    page.path.startsWith("/details/") || findPaymentRestriction({ provinceCode, locale }, null);
  const named = isWhole ? payments : findPayments(findBeside(html), locale);
  const button = m.listing_apply_credit();
  // The hero mentions credit, so no car is drawn in it.
  const drawn =
    page.path === "/" && findPaymentRestriction({ provinceCode, locale }, null) ? "hero__car" : "";
  return [
    ...named,
    ...(html.includes(button) ? [button] : []),
    ...(drawn && html.includes(drawn) ? [drawn] : []),
  ].map((each) => `${why}: ${each}`);
}

test.each<[Kind, string[], string[]]>([
  [
    "choice",
    ["/", "/cars", "/cars/:subject/:within?", "/details/:id", "/saved"],
    ["/creditform", "/details/:id/bid", "/my-bids"],
  ],
  [
    "form",
    [
      "/",
      "/allListings/:step?",
      "/allListings/sent/:reference",
      "/cars",
      "/cars/:subject/:within?",
      "/creditform",
      "/details/:id",
    ],
    [],
  ],
])(
  "who is known by a %s sees payments where they may be shown, and nowhere else",
  { timeout: 120_000 },
  async (by, shown, others) => {
    await moveCar(TORONTO);
    const { withPayment, without } = await findPages(by);
    expect(withPayment.map(({ path }) => path).toSorted()).toEqual(shown);
    expect(without.map(({ path }) => path).toSorted()).toEqual(others);
    const wrong: string[] = [];
    for (const location of LOCATIONS) {
      await moveCar(location);
      for (const locale of LOCALES)
        for (const reader of readers.filter((each) => each.by === by))
          for (const page of withPayment) {
            // On the car's own page, every province with every other; on other pages only those
            // with a city.
            const isUsual = [location.provinceCode, reader.provinceCode].every(
              (code) => code === null || CITIES[code],
            );
            if (!isUsual && !page.path.startsWith("/details/")) continue;
            const car = location.provinceCode;
            const who = `${page.path} in ${locale}, reader in ${reader.provinceCode}, car in ${car}`;
            const faults = await check(page, reader, locale, car);
            wrong.push(...faults.map((fault) => `${who}: ${fault}`));
          }
    }
    expect(wrong).toEqual([]);
  },
);

async function moveCar(location: (typeof LOCATIONS)[number]): Promise<void> {
  await db().update(listingTable).set(location).where(eq(listingTable.id, listing));
  forgetReads();
}

describe.each(LOCALES)("in %s", (locale) => {
  test("no e-mail and no SMS names a payment or a rate, whoever reads it", () => {
    overwriteGetLocale(() => locale);
    const origin = "https://cars.example.ca";
    const read = listKeys(EVENTS).flatMap((name) => {
      const { channel, renderExamples } = EVENTS[name];
      const contents = renderExamples(createRendering(locale, origin));
      return contents.map((content) =>
        channel === "email"
          ? layOutEmail(content as EmailWords, { locale, origin }).html
          : JSON.stringify(content),
      );
    });
    expect(read.length).toBeGreaterThan(50);
    expect(read.flatMap((text) => findPayments(text, locale))).toEqual([]);
  });
});
