import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { bidTable } from "#domain/bid/bid.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { answer, move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { updateLead } from "#domain/lead/update-lead.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { readParams } from "#domain/notification/notify.server.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { decideReview, listReviewsForStaff, replyToReview } from "./decide-review.server.ts";
import {
  askAfterSales,
  askForReview,
  findOwnReview,
  findReviewRequest,
  withdrawReview,
  writeReview,
} from "./review-request.server.ts";
import { listShownReviews } from "./review.server.ts";
import { reviewRequestTable, reviewTable } from "./review.table.ts";

useTestDatabase();
useTestVault();

let byUserId: string;
const staff = () => ({ id: byUserId, role: "staff" }) as const;
beforeAll(async () => {
  setDemo("0");
  byUserId = await storeStaff("Camille Roy");
});

function setDemo(DEMO: "0" | "1") {
  const read = readEnv({ DEMO });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
}

/** Closes a deal as staff do; returns the keys of the links that were sent since. */
async function deliver(lead: { reference: string }): Promise<void> {
  const { reference } = lead;
  await updateLead(
    { reference, by: staff(), seenStatus: "new", status: "delivered", note: "" },
    askForReview,
  );
}

async function findKeys(email: string): Promise<string[]> {
  const messages = await db()
    .select()
    .from(messageTable)
    .where(sql`${messageTable.event} = 'review_request' and ${messageTable.recipient} = ${email}`);
  const params = await Promise.all(messages.map(readParams));
  return params.map((each) => (each as { path: string }).path.replace("/review/", ""));
}

/** A person whose car was delivered, and the key of their link. */
async function askSomebody(email: string) {
  await deliver(await storeLead({ email, city: "Brampton", provinceCode: "ON" }));
  const [key = ""] = await findKeys(email);
  return key;
}

const written = {
  stars: 4,
  text: "Clear from start to end.",
  author: "Noah T.",
  locale: "en",
} as const;

describe("whoever's car was delivered", () => {
  test("is asked once for good, however many deals of theirs are closed or moved back", async () => {
    const lead = await storeLead({ email: "noah@example.com" });
    await deliver(lead);
    const back = { reference: lead.reference, by: staff(), note: "" };
    await updateLead({ ...back, seenStatus: "delivered", status: "lender" }, askForReview);
    await updateLead({ ...back, seenStatus: "lender", status: "delivered" }, askForReview);
    await deliver(await storeLead({ email: "Noah@Example.com" }));
    expect(await findKeys("noah@example.com")).toHaveLength(1);
    expect(await findKeys("Noah@Example.com")).toHaveLength(0);
  });

  test("is not asked on the way there, nor where no address is known", async () => {
    const { reference } = await storeLead({ email: "mia@example.com" });
    await updateLead(
      { reference, by: staff(), seenStatus: "new", status: "closed", note: "" },
      askForReview,
    );
    await deliver(await storeLead());
    expect(await findKeys("mia@example.com")).toEqual([]);
  });

  test("writes one review by the link, which is shown once staff say so, as it was written", async () => {
    const key = await askSomebody("zoe@example.com");
    expect(await findReviewRequest(key)).toMatchObject({ firstName: "Noah", review: null });
    expect(await writeReview(key, written)).toEqual({ ok: true });
    expect(await writeReview(key, { ...written, stars: 1 })).toEqual({
      ok: false,
      code: "already_written",
    });
    expect((await findReviewRequest(key))?.review?.state).toBe("waiting");
    expect((await listShownReviews("en", 3)).count).toBe(0);
    const [waiting] = await listReviewsForStaff("waiting");
    const reviewId = waiting?.id ?? "";
    expect(await decideReview({ reviewId, by: staff(), state: "published" })).toBe(true);
    expect(await listShownReviews("en", 3)).toMatchObject({
      reviews: [{ ...written, place: "Brampton, ON", reply: null }],
      count: 1,
      averageStars: 4,
    });
    expect(await replyToReview({ reviewId, by: staff(), reply: "Thank you, Noah." })).toEqual({
      ok: true,
    });
    expect(await replyToReview({ reviewId, by: staff(), reply: "Again" })).toMatchObject({
      code: "not_open",
    });
    expect((await listShownReviews("fr", 3)).reviews[0]?.reply).toBe("Thank you, Noah.");
    await decideReview({ reviewId, by: staff(), state: "declined", declinedFor: "insulting" });
    expect((await listShownReviews("en", 3)).count).toBe(0);
  });
});

test.each([
  [true, "Noah"],
  [false, ""],
])(
  "where the address is confirmed (%s) its mail says the typed name: %j",
  async (emailVerified, name) => {
    const email = `named-${emailVerified}@example.com`;
    await db().insert(userTable).values({ id: email, name: "Noah", email, emailVerified });
    await askSomebody(email);
    const [mail] = await db().select().from(messageTable).where(eq(messageTable.recipient, email));
    expect(mail && (await readParams(mail))).toMatchObject({ firstName: name });
  },
);

test.each([
  ["another reply", { reply: "Thank you.", repliedAt: new Date() }, "Thank you."],
  ["its being declined", { state: "declined", publishedAt: null }, null],
] as const)("a reply that crosses %s is not stored", async (what, meanwhile, reply) => {
  const key = await askSomebody(`${what.replaceAll(" ", "-")}@example.com`);
  await writeReview(key, written);
  const [waiting] = await listReviewsForStaff("waiting");
  const reviewId = waiting?.id ?? "";
  await decideReview({ reviewId, by: staff(), state: "published" });
  const isIt = eq(reviewTable.id, reviewId);
  const [, late] = await crossing(
    (transaction) => transaction.update(reviewTable).set(meanwhile).where(isIt),
    () => replyToReview({ reviewId, by: staff(), reply: "We'd rather not." }),
  );
  expect(late).toEqual({ ok: false, code: "not_open" });
  const [stored] = await db().select().from(reviewTable).where(isIt);
  expect(stored?.reply).toBe(reply);
});

describe("its author takes a review down", () => {
  const take = async (email: string, state: "published" | "declined" | null) => {
    const key = await askSomebody(email);
    await writeReview(key, written);
    const [review] = await db()
      .select({ id: reviewTable.id })
      .from(reviewTable)
      .innerJoin(reviewRequestTable, eq(reviewRequestTable.id, reviewTable.requestId))
      .where(eq(reviewRequestTable.id, key.split(".")[0] ?? ""));
    const reviewId = review?.id ?? "";
    if (state === "published") await decideReview({ reviewId, by: staff(), state });
    if (state === "declined")
      await decideReview({ reviewId, by: staff(), state, declinedFor: "advertising" });
    return { key, reviewId };
  };

  test.each([null, "published", "declined"] as const)("where it was %s", async (state) => {
    const { count } = await listShownReviews("en", 1);
    const { key, reviewId } = await take(`down-${state}@example.com`, state);
    expect(await withdrawReview(key)).toBe(true);
    expect(await withdrawReview(key)).toBe(true);
    expect((await listShownReviews("en", 1)).count).toBe(count);
    expect((await findReviewRequest(key))?.review?.state).toBe("withdrawn");
    const records = await db()
      .select()
      .from(auditTable)
      .where(and(eq(auditTable.thingId, reviewId), eq(auditTable.action, "review_withdrawn")));
    expect(records).toHaveLength(1);
    // Staff see that it is withdrawn, and cannot restore it or reply to it.
    const seen = (await listReviewsForStaff("decided")).find(({ id }) => id === reviewId);
    expect(seen?.state).toBe("withdrawn");
    expect(await decideReview({ reviewId, by: staff(), state: "published" })).toBe(false);
    expect(await replyToReview({ reviewId, by: staff(), reply: "Why?" })).toMatchObject({
      ok: false,
    });
  });

  test("for as long as we know whose it is, also when the link is too old to write by", async () => {
    const { key } = await take("years-later@example.com", "published");
    const isIt = eq(reviewRequestTable.id, key.split(".")[0] ?? "");
    const askedAt = new Date(Date.now() - 400 * 86_400_000);
    await db().update(reviewRequestTable).set({ askedAt }).where(isIt);
    expect(await withdrawReview(key)).toBe(true);
  });

  test("from the account with that address", async () => {
    const { key } = await take("from-account@example.com", "published");
    expect(await findOwnReview("From-Account@example.com")).toEqual({
      path: `/review/${key}`,
      state: "published",
    });
    expect(await findOwnReview("nobody@example.com")).toBeNull();
  });

  test("by no other link", async () => {
    const key = await askSomebody("not-written@example.com");
    expect(await withdrawReview(key)).toBe(false);
    expect(await withdrawReview(`${key}x`)).toBe(false);
  });
});

test("the average is a sample where a sample is counted, and nowhere else", async () => {
  await db().delete(reviewTable);
  await db()
    .insert(reviewTable)
    .values([
      { ...written, place: "", state: "published" },
      { ...written, place: "", state: "published", isDemo: true },
    ]);
  expect(await listShownReviews("en", 3)).toMatchObject({ count: 1, isSample: false });
  setDemo("1");
  expect(await listShownReviews("fr", 3)).toMatchObject({ count: 2, isSample: true });
  setDemo("0");
});

describe("both sides of a sale to a bidder", () => {
  const countKeys = async (person: { email: string }) => (await findKeys(person.email)).length;
  const sell = async (name: string) => {
    const seller = await storePerson(`Seller ${name}`, { role: "seller", locale: "fr" });
    const buyer = await storePerson(`Buyer ${name}`);
    const listingId = await storeListing({ sellerId: seller.id });
    const [bid] = await db()
      .insert(bidTable)
      .values({ listingId, bidderId: buyer.id, priceCad: 20_000, phone: "+14165550177" })
      .returning({ id: bidTable.id });
    expect(await answer(seller, bid?.id ?? "", "sell")).toEqual({ ok: true });
    const soldAgo = (hours: number) =>
      db()
        .update(listingTable)
        .set({ soldAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(listingTable.id, listingId));
    return { seller, buyer, listingId, soldAgo };
  };

  test("are asked once, when it cannot be taken back any more", async () => {
    const { seller, buyer, soldAgo } = await sell("One");
    await askAfterSales();
    expect([await countKeys(seller), await countKeys(buyer)]).toEqual([0, 0]);
    await soldAgo(25);
    await askAfterSales();
    await askAfterSales();
    expect([await countKeys(seller), await countKeys(buyer)]).toEqual([1, 1]);
    const [key = ""] = await findKeys(buyer.email);
    expect(await findReviewRequest(key)).toMatchObject({ firstName: "Buyer", review: null });
    expect(await writeReview(key, written)).toEqual({ ok: true });
    expect(
      await db().select().from(reviewTable).where(eq(reviewTable.author, written.author)),
    ).toContainEqual(expect.objectContaining({ place: expect.stringMatching(/^\S.*, [A-Z]{2}$/) }));
  });

  test("are not asked where the sale was taken back, nor weeks later", async () => {
    const undone = await sell("Two");
    expect(await move(undone.seller, undone.listingId, "reopen")).toEqual({ ok: true });
    const old = await sell("Three");
    await old.soldAgo(8 * 24);
    await askAfterSales();
    expect([await countKeys(undone.buyer), await countKeys(old.buyer)]).toEqual([0, 0]);
  });
});

test.each(["", "nonsense", "01a2032a-a720-739d-8f21-c21224cf08cb.x"])(
  "the made-up link %j opens nothing",
  async (key) => {
    expect(await findReviewRequest(key)).toBeNull();
    expect(await writeReview(key, written)).toEqual({ ok: false, code: "no_such_link" });
  },
);

test("a link of more than 60 days opens nothing", async () => {
  const key = await askSomebody("late@example.com");
  await db()
    .update(reviewRequestTable)
    .set({ askedAt: sql`now() - interval '61 days'` });
  expect(await findReviewRequest(key)).toBeNull();
});

test("a review that there is not takes no answer", async () => {
  expect(await replyToReview({ reviewId: "nonsense", by: staff(), reply: "Thanks" })).toEqual({
    ok: false,
    code: "not_open",
  });
});

test("nobody changes the words of a review, not even in the database", async () => {
  const [review] = await db()
    .insert(reviewTable)
    .values({ ...written, place: "", state: "published" })
    .returning({ id: reviewTable.id });
  expect(review).toBeDefined();
  const refused = { cause: { message: "The words of a review are never changed." } };
  await expect(db().update(reviewTable).set({ stars: 5 })).rejects.toMatchObject(refused);
  await expect(db().update(reviewTable).set({ text: "Better." })).rejects.toMatchObject(refused);
});

test("the samples of the demo are nobody's reviews anywhere else", async () => {
  await db().delete(reviewTable);
  await db()
    .insert(reviewTable)
    .values({ ...written, place: "", state: "published", isDemo: true });
  expect((await listShownReviews("en", 3)).count).toBe(0);
  setDemo("1");
  expect(await listShownReviews("en", 3)).toMatchObject({ count: 1, reviews: [{ isDemo: true }] });
  setDemo("0");
});
