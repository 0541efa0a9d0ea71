import { and, eq, inArray } from "drizzle-orm";
import type { InquiryKind } from "#domain/inquiry/inquiry.ts";
import { reportInquiry } from "#domain/inquiry/inquiry-reports.server.ts";
import { askSeller, writeInquiry } from "#domain/inquiry/write-inquiry.server.ts";
import { reportListing } from "#domain/listing/listing-report.server.ts";
import type { ReportReason } from "#domain/listing/listing-report.form.ts";
import {
  listingTable,
  listingViewDayTable,
  savedListingTable,
} from "#domain/listing/listing.table.ts";
import { reviewTable } from "#domain/review/review.table.ts";
import { askForVerification } from "#domain/seller-verification/seller-verification.server.ts";
import { pickBelow, seededRandom } from "#packages/car-illustration/seeded-random";
import { db } from "#platform/database/database.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { demoMember, demoPerson, personUserId } from "./accounts.ts";
import { demoId } from "./demo-id.ts";
import { type OwnCars, placeDemoBids } from "./answered-bids.server.ts";
import { DEMO_BIDDERS, DEMO_SELLERS } from "./people.ts";
import type { Act } from "./send-form.server.ts";

const DAY_MS = 86_400_000;

/**
 * Activity around the demo's cars: bids with their answers, inquiries, reports, saved listings,
 * views.
 */
export async function playDemoMarket(act: Act, at: Date): Promise<void> {
  const cars = await listOwnCars();
  await placeDemoBids(act, cars);
  await addConversations(act, cars);
  await reportCars(act);
  await askToBeVerified(act);
  await insertSaves(at);
  await insertViews(at);
  await insertWaitingReviews(at);
}

async function listOwnCars(): Promise<OwnCars> {
  const ofMember = async (role: "seller" | "dealer") =>
    db()
      .select({ id: listingTable.id, priceCad: listingTable.priceCad })
      .from(listingTable)
      .where(
        and(
          eq(listingTable.sellerId, demoMember(role).id),
          eq(listingTable.state, "live"),
          eq(listingTable.isDemo, true),
        ),
      )
      .orderBy(listingTable.postedAt, listingTable.id);
  return { seller: await ofMember("seller"), dealer: await ofMember("dealer") };
}

type DemoConversation = {
  of: "seller" | "dealer";
  car: number;
  /** Who asks: the buyer's account, or one of the bidders by index. */
  by: "buyer" | number;
  kind: InquiryKind;
  daysAgo: number;
  /** Alternating, the asker first. */
  lines: readonly string[];
  isReported?: true;
};

// oxfmt-ignore
const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  { of: "seller", car: 0, by: "buyer", kind: "question", daysAgo: 2.2, lines: ["Is the timing chain original? And has it had a windshield repair?", "Chain is original, serviced at 80,000 km. Windshield was replaced in 2022.", "Great, thank you. I may come and see it."] },
  { of: "seller", car: 1, by: 1, kind: "test_drive", daysAgo: 0.6, lines: ["Could I drive it on Saturday morning, around ten?"] },
  { of: "seller", car: 3, by: 0, kind: "question", daysAgo: 3.4, lines: ["Bonjour, est-ce que les pneus d’hiver sont inclus ?", "Bonjour, oui, sur jantes. Ils ont deux saisons."] },
  { of: "dealer", car: 0, by: 2, kind: "test_drive", daysAgo: 1.1, lines: ["Is it still available? I could come by on Thursday after work.", "Yes it is. Thursday at 5:30 works, ask for Priya."] },
  { of: "dealer", car: 3, by: "buyer", kind: "question", daysAgo: 0.3, lines: ["Would you take my 2016 Mazda3 as a trade-in?"] },
  { of: "seller", car: 2, by: 3, kind: "question", daysAgo: 4.8, lines: ["Send me your bank details and I will transfer the money today."], isReported: true },
];

async function addConversations(act: Act, cars: OwnCars) {
  for (const { of, car, by, kind, daysAgo, lines, isReported } of DEMO_CONVERSATIONS) {
    const person = by === "buyer" ? null : DEMO_BIDDERS[by];
    const asker = person ? demoPerson(person) : demoMember("buyer");
    const seller = demoMember(of);
    const listing = cars[of][car];
    const [first = "", ...further] = lines;
    if (!listing) throw new Error(`The demo's ${of} has too few cars.`);
    const requested = await act(daysAgo, () =>
      askSeller(asker, { listingId: listing.id, kind, text: first }),
    );
    if (!requested.ok) throw new Error(`The demo's question is refused: ${requested.code}.`);
    const { inquiryId } = requested;
    for (const [turn, text] of further.entries()) {
      const writer = turn % 2 === 0 ? seller : asker;
      await act(daysAgo - 0.2 * (turn + 1) * daysAgo, () =>
        writeInquiry(writer, { inquiryId, text }),
      );
    }
    if (isReported) await act(daysAgo - 0.1, () => reportInquiry(seller, inquiryId));
  }
}

const DEMO_REPORTS: readonly {
  listing: number;
  reason: ReportReason;
  details: string;
  locale: Locale;
  daysAgo: number;
}[] = [
  {
    listing: 17,
    reason: "already_sold",
    details: "The seller told me on the phone that it was sold last week.",
    locale: "en",
    daysAgo: 0.9,
  },
  {
    listing: 12,
    reason: "wrong_facts",
    details: "L’annonce dit traction intégrale, mais ce modèle est à deux roues motrices.",
    locale: "fr",
    daysAgo: 2.4,
  },
];

async function reportCars(act: Act) {
  for (const { listing, daysAgo, ...report } of DEMO_REPORTS) {
    const by = { userId: demoMember("buyer").id, ipAddress: "192.0.2.1" };
    await act(daysAgo, () =>
      reportListing({ ...report, by, listingId: demoId("listing", listing) }),
    );
  }
}

/** Two of the private sellers that staff have not verified yet. */
async function askToBeVerified(act: Act) {
  for (const person of [DEMO_SELLERS[1], DEMO_SELLERS[3]]) {
    if (person) await act(0.5, () => askForVerification(demoPerson(person)));
  }
}

/** Saved listings of all members, of about every third car; the buyer's own are few. */
async function insertSaves(at: Date) {
  const random = seededRandom("demo saves");
  const live = await listLiveIds();
  const people = [...DEMO_SELLERS, ...DEMO_BIDDERS].map((person) => personUserId(person));
  const savings = people.flatMap((userId) =>
    live.filter(() => random() < 0.12).map((listingId) => ({ userId, listingId })),
  );
  const own = [live[3], live[11], live[24]].flatMap((listingId) =>
    listingId === undefined ? [] : [{ userId: demoMember("buyer").id, listingId }],
  );
  await db()
    .insert(savedListingTable)
    .values(
      [...savings, ...own].map((saving) => ({
        ...saving,
        savedAt: new Date(at.getTime() - random() * 20 * DAY_MS),
      })),
    )
    .onConflictDoNothing();
}

/** Views of each car, per day since it was posted. */
async function insertViews(at: Date) {
  const random = seededRandom("demo views");
  const listings = await db()
    .select({ id: listingTable.id, postedAt: listingTable.postedAt })
    .from(listingTable)
    .where(and(eq(listingTable.isDemo, true), inArray(listingTable.state, ["live"])))
    .orderBy(listingTable.id);
  const today = calendarDay(at);
  const rows = listings.flatMap(({ id, postedAt }) => {
    const age = postedAt ? Math.floor((at.getTime() - postedAt.getTime()) / DAY_MS) : 0;
    const usual = 2 + pickBelow(random, 14);
    return Array.from({ length: Math.min(age, 30) }, (_, day) => ({
      listingId: id,
      day: daysAfter(today, -1 - day),
      views: Math.round(usual * (0.4 + random() * 1.2)),
    })).filter(({ views }) => views > 0);
  });
  await db().insert(listingViewDayTable).values(rows).onConflictDoNothing();
}

async function listLiveIds(): Promise<string[]> {
  const rows = await db()
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(and(eq(listingTable.isDemo, true), eq(listingTable.state, "live")))
    .orderBy(listingTable.id);
  return rows.map(({ id }) => id);
}

/** Reviews that wait for a decision, marked as samples like those that are shown. */
async function insertWaitingReviews(at: Date) {
  await db()
    .insert(reviewTable)
    .values([
      {
        id: demoId("review", "waiting en"),
        author: "Gord H.",
        place: "Red Deer, AB",
        locale: "en",
        stars: 4,
        text: "Took two weeks, but they called when they said they would.",
        isDemo: true,
        state: "waiting",
        writtenAt: new Date(at.getTime() - 1.3 * DAY_MS),
      },
      {
        id: demoId("review", "waiting fr"),
        author: "Jolène S.",
        place: "Laval, QC",
        locale: "fr",
        stars: 5,
        text: "Première auto, première demande de crédit, zéro mauvaise surprise.",
        isDemo: true,
        state: "waiting",
        writtenAt: new Date(at.getTime() - 2.7 * DAY_MS),
      },
    ])
    .onConflictDoNothing();
}
