import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { bidTable } from "#domain/bid/bid.table.ts";
import {
  findDealershipOfMember,
  matchDealership,
} from "#domain/dealership/dealership-queries.server.ts";
import { authFor, startIdentity } from "#domain/identity/auth.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { listDealerRequests } from "#domain/sell-request/dealer-requests.server.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { PROVINCES } from "#values/province.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_ACCOUNTS } from "./people.ts";
import { demoPlace } from "./places.ts";
import { seedDemo } from "./seed-demo.server.ts";

useTestDatabase();
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
    expect(await database.$count(listingTable)).toBe(72 + 24);
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

  it("shows the dealer's dealership what it was asked, with one request to answer", async () => {
    const dealer = demoId("user", "dealer@example.com");
    const dealership = await findDealershipOfMember(database, dealer);
    const requests = await listDealerRequests(dealership?.id ?? null);
    expect(requests.map(({ state }) => state)).toEqual(["waiting", "offered"]);
    const [, offered] = requests;
    const offers = await listOffers(database, offered!.lead.id);
    expect(offers.map(({ state }) => state)).toEqual(["open", "open"]);
    expect(offered!.offers).toHaveLength(1);
  });

  it("has every request answered as its form takes it", async () => {
    const stored = await database
      .select({ answers: submissionTable.answers })
      .from(submissionTable)
      .where(eq(submissionTable.formName, sellCarForm.name));
    for (const { answers } of stored) {
      expect(Object.keys(parseStored(sellCarForm, answers).answers)).toEqual(
        expect.arrayContaining(Object.keys(answers as object)),
      );
    }
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
    const place = demoPlace("Kelowna");
    const matched = await matchDealership(database, { kind: "pre_approval", ...place });
    expect(matched?.name).toBe("Orchard Drive Auto");
  });
});
