import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { counterOffer } from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import { countUnansweredRequests } from "#domain/sell-request/dealer-requests.server.ts";
import { acceptOffer } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import {
  expireOffer,
  inDays,
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import {
  recordChoice,
  stopSharing,
} from "#domain/sell-request/dealer-offer/seller-choice.server.ts";
import { requestPhotoTable } from "#domain/sell-request/sell-request.table.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import {
  loadDealerRequest,
  loadDealerRequests,
  handleRequestPost,
} from "./dealer-request.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { DealershipRole } from "#values/dealership-role.ts";
import * as acceptTermsPage from "./accept-terms.page.tsx";

let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;
let request: { reference: string; leadId: string; submissionId: string };

useSite();
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});
beforeEach(async () => {
  request = await storeSellRequest();
});

function makeArgs(user: SignedInUser, fields?: Record<string, string>) {
  const { reference } = request;
  const post = fields && { method: "POST", body: new URLSearchParams(fields) };
  return {
    request: new Request(`http://site.test/dealer/requests/${reference}`, post),
    context: makeContext({ user }),
    params: { reference },
  };
}

const load = (user: SignedInUser) => loadDealerRequest(makeArgs(user));

async function post(user: SignedInUser, fields: Record<string, string>) {
  try {
    const { data, init } = await handleRequestPost(makeArgs(user, fields));
    if (data.ok) return { status: 200 };
    return {
      status: init?.status,
      fieldErrors: data.fieldErrors.map(({ field }) => field),
      refusal: data.view.errorSummary?.text,
      typed: data.view.questions.map((question) => "value" in question && question.value),
    };
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status };
    return { status: (thrown as { init?: { status?: number } }).init?.status };
  }
}

const GOOD = { form: "offer", amount: "15,250", validUntil: inDays(7), conditions: "As seen." };
const readOffers = () => listOffers(db(), request.leadId);

describe("the dealership's pages", () => {
  test("never holds another dealership's amount, before or after the sale", async () => {
    const theirs = await storeOffer(queen, request.reference, 98_765);
    await storeOffer(lakeshore, request.reference, 12_345);
    const seen = async () =>
      JSON.stringify([
        await load(lakeshore.person),
        await loadDealerRequests(makeArgs(lakeshore.person)),
      ]);
    expect(await seen()).toContain("12345");
    expect(await seen()).not.toMatch(/98765|Queen Street/);
    await acceptOffer({ reference: request.reference, way: "browser", userId: null }, theirs);
    expect(await seen()).not.toMatch(/98765|Queen Street/);
    expect((await load(lakeshore.person)).state).toBe("sold_elsewhere");
    expect((await load(queen.person)).state).toBe("accepted");
  });

  test("loses a request whose consent was taken back, unless it bought the car", async () => {
    const bought = await storeOffer(queen, request.reference);
    await acceptOffer({ reference: request.reference, way: "browser", userId: null }, bought);
    await db()
      .update(consentTable)
      .set({ withdrawnAt: now() })
      .where(eq(consentTable.submissionId, request.submissionId));
    await expect(load(lakeshore.person)).rejects.toMatchObject({ init: { status: 404 } });
    expect((await post(lakeshore.person, GOOD)).status).toBe(404);
    expect((await load(queen.person)).state).toBe("accepted");
  });
});

describe("a role in the dealership", () => {
  const as = (role: DealershipRole): SignedInUser => ({
    ...lakeshore.person,
    dealership: { id: lakeshore.dealershipId, role },
  });

  test.each([
    ["owner", 303, true],
    ["manager", 303, true],
    ["salesperson", 403, false],
    ["reader", 403, false],
    ["stock", 403, null],
  ] as const)("%s: an offer is answered %i", async (role, status, canOffer) => {
    expect((await post(as(role), GOOD)).status).toBe(status);
    expect(await readOffers()).toHaveLength(status === 303 ? 1 : 0);
    if (canOffer === null) await expect(load(as(role))).rejects.toMatchObject({});
    else expect(await load(as(role))).toMatchObject({ mayAnswer: canOffer, canOffer });
  });

  test.each([
    ["manager", 303],
    ["salesperson", 403],
    ["reader", 403],
  ] as const)("%s: the dealers' terms are answered %i", async (role, status) => {
    const thrown: unknown = await acceptTermsPage
      .action({ ...makeArgs(as(role), { form: "dealer-terms" }), params: {} } as never)
      .catch((error: unknown) => error);
    const answered = thrown as { status?: number; init?: { status?: number } };
    expect(answered.status ?? answered.init?.status).toBe(status);
  });
});

describe("the seller's price", () => {
  const seller = () => ({ reference: request.reference, way: "browser", userId: null }) as const;

  test("waits on the dealership's pages, counts as unanswered, and is answered there", async () => {
    const offerId = await storeOffer(lakeshore, request.reference, 15_000);
    const before = await countUnansweredRequests(lakeshore.dealershipId);
    await counterOffer(seller(), offerId, "16000");
    expect(await countUnansweredRequests(lakeshore.dealershipId)).toBe(before + 1);
    const { requests } = await loadDealerRequests(makeArgs(lakeshore.person));
    expect(requests.find(({ reference }) => reference === request.reference)).toMatchObject({
      state: "countered",
      offerCad: 15_000,
      counterCad: 16_000,
    });
    const fields = { form: "counter", seenOfferId: offerId };
    expect((await post(lakeshore.person, { ...fields, answer: "perhaps" })).status).toBe(400);
    expect((await post(queen.person, { ...fields, answer: "accepted" })).status).toBe(404);
    expect((await post(lakeshore.person, { ...fields, answer: "declined" })).status).toBe(303);
    expect(await load(lakeshore.person)).toMatchObject({ state: "offered", canOffer: true });
    expect((await post(lakeshore.person, { ...fields, answer: "accepted" })).status).toBe(409);
  });

  test("taken, is what the dealership bought the car for", async () => {
    const offerId = await storeOffer(lakeshore, request.reference, 15_000);
    await counterOffer(seller(), offerId, "16000");
    const fields = { form: "counter", seenOfferId: offerId, answer: "accepted" };
    expect((await post(lakeshore.person, fields)).status).toBe(303);
    const { requests } = await loadDealerRequests(makeArgs(lakeshore.person));
    expect(requests.find(({ reference }) => reference === request.reference)).toMatchObject({
      state: "accepted",
      offerCad: 16_000,
    });
    expect((await load(lakeshore.person)).email).not.toBeNull();
  });
});

describe("after the person stops sharing", () => {
  const stop = () => stopSharing({ reference: request.reference, way: "browser", userId: null });

  test("an open offer still binds: its maker sees that, and nothing else, and can take it back", async () => {
    const offerId = await storeOffer(lakeshore, request.reference, 12_345);
    await stop();
    await expect(load(queen.person)).rejects.toMatchObject({ init: { status: 404 } });
    const page = await load(lakeshore.person);
    expect(page).toMatchObject({ state: "offered", isShared: false, canOffer: false });
    expect(page.current).toMatchObject({ id: offerId, amountCad: 12_345 });
    expect(page.rows.map(({ value }) => value).join()).not.toMatch(/Black|84/);
    expect(page).toMatchObject({ email: null, phone: null, photos: [] });
    const fields = { form: "withdraw", seenOfferId: offerId };
    expect((await post(lakeshore.person, fields)).status).toBe(303);
    expect((await readOffers()).map(({ state }) => state)).toEqual(["withdrawn"]);
    await expect(load(lakeshore.person)).rejects.toMatchObject({ init: { status: 404 } });
  });

  test("an offer that no longer binds goes with the request", async () => {
    await expireOffer(await storeOffer(lakeshore, request.reference));
    await stop();
    await expect(load(lakeshore.person)).rejects.toMatchObject({ init: { status: 404 } });
    expect((await loadDealerRequests(makeArgs(lakeshore.person))).requests).not.toContainEqual(
      expect.objectContaining({ reference: request.reference }),
    );
  });
});

test("photos of the car are shown while the seller shares it, and then to its buyer alone", async () => {
  const photo = { submissionId: request.submissionId, widthPx: 480, heightPx: 300 };
  await db()
    .insert(requestPhotoTable)
    .values({ ...photo, key: randomUUID() });
  const countPhotos = async (user: SignedInUser) => {
    const { requests } = await loadDealerRequests(makeArgs(user));
    const listed = requests.find(({ reference }) => reference === request.reference);
    return [listed?.photo ? 1 : 0, (await load(user)).photos.length];
  };
  expect(await countPhotos(lakeshore.person)).toEqual([1, 1]);
  const offerId = await storeOffer(lakeshore, request.reference);
  const seller = { reference: request.reference, way: "browser", userId: null } as const;
  await stopSharing(seller);
  expect(await countPhotos(lakeshore.person)).toEqual([0, 0]);
  await acceptOffer(seller, offerId);
  expect(await countPhotos(lakeshore.person)).toEqual([1, 1]);
});

describe("how to reach the seller", () => {
  const isShown = async (user: SignedInUser) => (await load(user)).phone !== null;

  test("is shown while an offer would be taken, and then to the buyer alone", async () => {
    expect(await isShown(queen.person)).toBe(true);
    const taken = await storeOffer(lakeshore, request.reference);
    await acceptOffer({ reference: request.reference, way: "browser", userId: null }, taken);
    expect(await isShown(lakeshore.person)).toBe(true);
    expect(await isShown(queen.person)).toBe(false);
  });

  test("is not shown where the seller wants a listing only", async () => {
    const seller = { reference: request.reference, way: "browser", userId: null } as const;
    await recordChoice(seller, "own_listing", null);
    expect(await isShown(queen.person)).toBe(false);
  });
});

test("one person of a dealership posts 120 times an hour, about any request", async () => {
  const busy = await storeDealership("Busy Motors");
  request = await storeSellRequest();
  const fields = { form: "withdraw", seenOfferId: randomUUID() };
  for (let turn = 0; turn < 120; turn += 1)
    expect((await post(busy.person, fields)).status).toBe(404);
  for (const more of [fields, GOOD, { form: "decline", reason: "too_far" }])
    expect((await post(busy.person, more)).status).toBe(429);
  expect(await readOffers()).toEqual([]);
  expect((await post(queen.person, GOOD)).status).toBe(303);
});

describe("an offer", () => {
  test("is made, replaced and taken back", async () => {
    const offerId = randomUUID();
    expect((await post(lakeshore.person, { ...GOOD, offerId })).status).toBe(303);
    expect((await post(lakeshore.person, { ...GOOD, offerId })).status).toBe(303);
    expect((await load(lakeshore.person)).current).toMatchObject({ amountCad: 15_250 });
    const revised = { ...GOOD, amount: "16 000 $", offerId: randomUUID(), seenOfferId: offerId };
    expect((await post(lakeshore.person, revised)).status).toBe(303);
    const seenOfferId = revised.offerId;
    expect((await post(lakeshore.person, { form: "withdraw", seenOfferId })).status).toBe(303);
    expect((await readOffers()).map(({ state }) => state)).toEqual(["replaced", "withdrawn"]);
    expect((await load(lakeshore.person)).state).toBe("waiting");
  });

  test("with something wrong is refused whole, and keeps what was typed", async () => {
    const typed = { amount: "99", validUntil: inDays(61), conditions: "Only if it floats." };
    expect(await post(lakeshore.person, { form: "offer", ...typed })).toEqual({
      status: 422,
      fieldErrors: ["amount", "validUntil"],
      typed: Object.values(typed),
    });
    expect(await readOffers()).toEqual([]);
  });

  test("that a colleague changed meanwhile is not written over", async () => {
    await storeOffer(lakeshore, request.reference);
    const response = await post(lakeshore.person, { ...GOOD, offerId: randomUUID() });
    expect(response).toMatchObject({ status: 409, refusal: expect.any(String) });
  });

  test("of another dealership cannot be taken back", async () => {
    const theirs = await storeOffer(queen, request.reference);
    const fields = { form: "withdraw", seenOfferId: theirs };
    expect((await post(lakeshore.person, fields)).status).toBe(404);
    expect((await readOffers()).map(({ state }) => state)).toEqual(["open"]);
  });
});
