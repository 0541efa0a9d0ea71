import { eq, gt, isNotNull, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { findMusts } from "#domain/ad-rules/find-findings.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import {
  findDealershipOfMember,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { authFor, startIdentity } from "#domain/identity/auth.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { inquiryTable } from "#domain/inquiry/inquiry.table.ts";
import { LEAD_STATUSES } from "#domain/lead/lead.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import { listLiveAds } from "#domain/listing/listing-ad.server.ts";
import {
  listingTable,
  listingViewDayTable,
  savedListingTable,
} from "#domain/listing/listing.table.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { canSendAgain } from "#domain/notification/notify.server.ts";
import { listDealerRequests } from "#domain/sell-request/dealer-requests.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { PROVINCES } from "#values/province.ts";
import { playDemoBusiness } from "./business.server.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_ACCOUNTS } from "./people.ts";
import { demoCity } from "./cities.ts";
import { seedDemo } from "./seed-demo.server.ts";

useMessages();
let database: Database;

beforeAll(async () => {
  database = db();
  startIdentity("only for this test");
});

describe("seedDemo", () => {
  it("fills the database once, however often and however many at a time ask", async () => {
    const { password } = await authFor("http").$context;
    const options = { at: new Date(), hashPassword: password.hash };
    const results = await Promise.all([1, 2, 3].map(() => seedDemo(database, options)));
    expect(results.filter(({ seeded }) => seeded)).toHaveLength(1);
    expect(await seedDemo(database, options)).toEqual({ seeded: false });
    expect(await database.$count(listingTable)).toBe(72 + 112);
  });

  it("has dealerships whose ads keep the law", async () => {
    const ads = await listLiveAds(database, { most: 200 });
    const ofDealerships = ads.filter(({ dealership }) => dealership !== null);
    expect(ofDealerships.length).toBeGreaterThan(5);
    expect(ofDealerships.filter((ad) => findMusts(ad).length > 0)).toEqual([]);
  });

  it.each(DEMO_ACCOUNTS)("lets the $role $name sign in", async ({ email, password, role }) => {
    const signedIn = await authFor("http://site.test").api.signInEmail({
      body: { email, password },
    });
    expect(signedIn.user.email).toBe(email);
    const [user] = await database.select().from(userTable).where(eq(userTable.email, email));
    expect(user?.role).toBe(role);
  });

  it("has nobody bid on a car of their own", async () => {
    const own = await database
      .select({ id: bidTable.id })
      .from(bidTable)
      .innerJoin(listingTable, eq(listingTable.id, bidTable.listingId))
      .where(eq(bidTable.bidderId, listingTable.sellerId));
    expect(own).toEqual([]);
  });

  it.each(PROVINCES)("has a dealership for a lead from %s", async (provinceCode) => {
    const lead = { kind: "pre_approval", provinceCode, lat: null, lon: null } as const;
    expect(await matchDealership(database, lead)).not.toBeNull();
  });

  it("has readers of the newsletter in every state, each marked as the demo's", async () => {
    const rows = await database.select().from(newsletterSubscriptionTable);
    expect(rows.every(({ isDemo, email }) => isDemo && email.endsWith("@example.com"))).toBe(true);
    expect(rows.filter(({ confirmedAt }) => confirmedAt === null)).toHaveLength(2);
    expect(rows.filter(({ unsubscribedAt }) => unsubscribedAt !== null)).toHaveLength(2);
    const byId = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const byTime = rows.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime());
    expect(byId.map(({ id }) => id)).toEqual(byTime.map(({ id }) => id));
  });

  it("sends a lead to a dealership that reaches it", async () => {
    const city = demoCity("Kelowna");
    const matched = await matchDealership(database, { kind: "pre_approval", ...city });
    expect(matched?.name).toBe("Orchard Drive Auto");
  });
});

/** The row counts of the tables that the demo's business fills. */
const countBusiness = async () => ({
  leads: await database.$count(leadTable),
  messages: await database.$count(messageTable),
  bids: await database.$count(bidTable),
  conversations: await database.$count(inquiryTable),
  saves: await database.$count(savedListingTable),
  views: await database.$count(listingViewDayTable),
});

describe("playDemoBusiness", () => {
  it("fills every page once, however many at a time ask", async () => {
    const at = new Date();
    await Promise.all([playDemoBusiness(at), playDemoBusiness(at)]);
    const played = await countBusiness();
    expect(played.leads).toBeGreaterThanOrEqual(40);
    expect(played.conversations).toBeGreaterThanOrEqual(6);
    expect(Math.min(played.saves, played.views)).toBeGreaterThan(50);
    await playDemoBusiness(at);
    expect(await countBusiness()).toEqual(played);
  });

  it("has leads of every kind and at every stage, from the month before", async () => {
    const leads = await database.select().from(leadTable);
    expect(new Set(leads.map(({ kind }) => kind))).toEqual(new Set(LEAD_KINDS));
    expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(LEAD_STATUSES));
    const days = leads.map(({ receivedAt }) => (Date.now() - receivedAt.getTime()) / 86_400_000);
    expect(Math.min(...days)).toBeGreaterThan(0);
    expect(Math.max(...days)).toBeLessThan(31);
    for (const { email } of leads) if (email) expect(email).toMatch(/@example\.com$/);
    const late = await database
      .select({ at: leadEventTable.at })
      .from(leadEventTable)
      .where(gt(leadEventTable.at, new Date()));
    expect(late).toEqual([]);
  });

  it("has deliveries that went out, that took tries, that were given up and that still wait", async () => {
    const messages = await database.select().from(messageTable);
    const of = (state: string) => messages.filter((each) => each.state === state);
    expect(of("waiting")).toEqual([]);
    expect(of("failed")).toHaveLength(1);
    expect(of("dead").filter(canSendAgain)).toHaveLength(2);
    expect(of("sent").filter(({ attempts }) => attempts > 1)).toHaveLength(2);
  });

  it("shows the dealer's dealership requests in every state that it can answer", async () => {
    const dealer = demoId("user", "dealer@example.com");
    const dealership = await findDealershipOfMember(database, dealer);
    const requests = await listDealerRequests(dealership?.id ?? null);
    const states = requests.map(({ state }) => state);
    expect(new Set(states)).toEqual(
      new Set(["waiting", "offered", "countered", "accepted", "declined", "passed"]),
    );
    const offered = requests.find(({ lead }) => lead.reference === "DEMSELL2");
    const offers = await listOffers(database, offered!.lead.id);
    expect(offers.map(({ state }) => state)).toEqual(["open", "open"]);
    expect(offered!.offers).toHaveLength(1);
  });

  it("has every request answered as its form takes it", async () => {
    const stored = await database.select().from(submissionTable);
    for (const { formName, answers } of stored) {
      const form = findLeadForm(formName)!.form;
      expect(Object.keys(parseStored(form, answers).answers)).toEqual(
        expect.arrayContaining(Object.keys(answers as object)),
      );
    }
  });

  it("has bids that wait, that were countered, declined, taken back and agreed on", async () => {
    const bids = await database.select().from(bidTable).where(isNotNull(bidTable.counterCad));
    expect(bids.map(({ state }) => state).toSorted()).toEqual(["accepted", "open"]);
    const closed = await database.select().from(bidTable).where(ne(bidTable.state, "open"));
    expect(closed.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["accepted", "declined", "withdrawn"]),
    );
  });
});
