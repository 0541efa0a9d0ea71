import { and, eq, inArray, sql } from "drizzle-orm";
import { bidEventTable, bidTable } from "#domain/bid/bid.table.ts";
import { moveBid } from "#domain/bid/move-bid.server.ts";
import { answerBid } from "#domain/bid/move-listing.server.ts";
import { placeBid } from "#domain/bid/place-bid.server.ts";
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
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { demoMember, demoPerson, personUserId } from "./accounts.ts";
import { demoId } from "./demo-id.ts";
import type { Act } from "./leads.server.ts";
import { DEMO_BIDDERS, DEMO_SELLERS } from "./people.ts";

const DAY_MS = 86_400_000;

/** What goes on around the demo's cars: bids with their answers, questions, reports, saves, views. */
export async function playDemoMarket(act: Act, at: Date): Promise<void> {
  const cars = await listOwnCars();
  await placeDemoBids(act, cars);
  await talkOfCars(act, cars);
  await reportCars(act);
  await askToBeVerified(act);
  await insertSaves(at);
  await insertViews(at);
  await insertWaitingReviews(at);
}

type OwnCar = { id: string; priceCad: number };

/** The live cars of the two accounts that sell, the oldest first. */
async function listOwnCars(): Promise<{ seller: OwnCar[]; dealer: OwnCar[] }> {
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

type DemoTalk = "counter" | "decline" | "withdraw" | "accept_counter";

/** By which car of whom, what share of its price, and what became of it. */
const DEMO_TALKS: readonly {
  of: "seller" | "dealer";
  car: number;
  share: number;
  daysAgo: number;
  message: string;
  moves: readonly DemoTalk[];
}[] = [
  {
    of: "seller",
    car: 0,
    share: 0.93,
    daysAgo: 1.4,
    message: "Could come by on Saturday.",
    moves: [],
  },
  { of: "seller", car: 1, share: 0.9, daysAgo: 2.6, message: "", moves: ["counter"] },
  {
    of: "seller",
    car: 2,
    share: 0.78,
    daysAgo: 4.1,
    message: "Cash, this week.",
    moves: ["decline"],
  },
  {
    of: "dealer",
    car: 0,
    share: 0.95,
    daysAgo: 0.8,
    message: "Is a trade-in possible?",
    moves: [],
  },
  {
    of: "dealer",
    car: 1,
    share: 0.91,
    daysAgo: 3.3,
    message: "",
    moves: ["counter", "accept_counter"],
  },
  { of: "dealer", car: 2, share: 0.88, daysAgo: 5.5, message: "", moves: ["withdraw"] },
];

async function placeDemoBids(act: Act, cars: Awaited<ReturnType<typeof listOwnCars>>) {
  for (const [index, { of, car, share, daysAgo, message, moves }] of DEMO_TALKS.entries()) {
    const listing = cars[of][car];
    if (!listing) throw new Error(`The demo's ${of} has too few cars.`);
    const bidder = await findFreeBidder(listing.id, index);
    const id = demoId("bid", `talk ${index}`);
    const priceCad = Math.round((listing.priceCad * share) / 10) * 10;
    const { phone, locale } = bidder;
    if (phone === null) throw new Error("The demo's bidder has no phone.");
    const bid = { id, listingId: listing.id, bidder, locale, phone, priceCad, message };
    const placed = await act(daysAgo, () => placeBid(bid));
    if (!placed.ok) throw new Error(`The demo's bid ${index} is refused: ${placed.code}.`);
    const counter = String(Math.round((listing.priceCad * (1 + share)) / 20) * 10);
    for (const [turn, talk] of moves.entries()) {
      await act(daysAgo - 0.3 * (turn + 1), async () => {
        const by = talk === "withdraw" || talk === "accept_counter" ? bidder : demoMember(of);
        const result = await db().transaction((transaction) =>
          talk === "decline"
            ? answerBid(transaction, { by, bidId: id, answer: "decline" })
            : moveBid(transaction, { by, bidId: id, move: talk, typedPrice: counter }),
        );
        if (!result.ok) throw new Error(`The demo's bid ${index} cannot ${talk}: ${result.code}.`);
      });
    }
    await dateBid(id, daysAgo);
  }
}

/** Somebody who has no bid on the car yet. */
async function findFreeBidder(listingId: string, turn: number): Promise<SignedInUser> {
  const taken = await db()
    .select({ bidderId: bidTable.bidderId })
    .from(bidTable)
    .where(eq(bidTable.listingId, listingId));
  const people = [demoMember("buyer"), ...DEMO_BIDDERS.map(demoPerson)];
  const free = people.filter(({ id }) => taken.every(({ bidderId }) => bidderId !== id));
  const bidder = free[turn % free.length];
  if (!bidder) throw new Error("Everybody in the demo has a bid on this car.");
  return bidder;
}

/** The database dates a bid itself, while it holds the car: here as long ago as it is meant to be. */
async function dateBid(id: string, daysAgo: number) {
  const past = sql`make_interval(secs => ${Math.round(daysAgo * 86_400)})`;
  await db()
    .update(bidTable)
    .set({ placedAt: sql`${bidTable.placedAt} - ${past}` })
    .where(eq(bidTable.id, id));
  await db()
    .update(bidEventTable)
    .set({ at: sql`${bidEventTable.at} - ${past}` })
    .where(eq(bidEventTable.bidId, id));
}

type DemoConversation = {
  of: "seller" | "dealer";
  car: number;
  /** Who asks: the buyer's account, or one of those who bid. */
  by: "buyer" | number;
  kind: InquiryKind;
  daysAgo: number;
  /** In turn, the asker first. */
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

async function talkOfCars(act: Act, cars: Awaited<ReturnType<typeof listOwnCars>>) {
  for (const { of, car, by, kind, daysAgo, lines, isReported } of DEMO_CONVERSATIONS) {
    const person = by === "buyer" ? null : DEMO_BIDDERS[by];
    const asker = person ? demoPerson(person) : demoMember("buyer");
    const seller = demoMember(of);
    const listing = cars[of][car];
    const [first = "", ...further] = lines;
    if (!listing) throw new Error(`The demo's ${of} has too few cars.`);
    const asked = await act(daysAgo, () =>
      askSeller(asker, { listingId: listing.id, kind, text: first }),
    );
    if (!asked.ok) throw new Error(`The demo's question is refused: ${asked.code}.`);
    const { inquiryId } = asked;
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

/** Two of the private sellers that nobody has checked yet. */
async function askToBeVerified(act: Act) {
  for (const person of [DEMO_SELLERS[1], DEMO_SELLERS[3]]) {
    if (person) await act(0.5, () => askForVerification(demoPerson(person)));
  }
}

/** Saves by everybody, of every third car or so; the buyer's own are few. */
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

/** How often each car was looked at, day by day since it was posted. */
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

/** Written and not yet decided on, marked as samples like those that are shown. */
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
