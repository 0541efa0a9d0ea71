import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "react-router";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { caller, signIn } from "#api/calls.fixture.ts";
import { receiveBid } from "#domain/bid/place-bid.server.ts";
import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { saveListing } from "#domain/listing/saved-listing.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { loader as loadCarsPage } from "#pages/public/cars/cars.page.tsx";
import { loader as loadHomePage } from "#pages/public/home/home.page.tsx";
import { loader as loadAboutPage } from "#pages/public/information/about.page.tsx";
import { loader as loadLayoutPage } from "#pages/public/layout/layout.page.tsx";
import { loader as loadListingPage } from "#pages/public/listing/listing.page.tsx";
import { countQueries, listStatements } from "#platform/database/count-queries.fixture.ts";
import { startReadCache } from "#platform/database/cached-reads.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { SELLER } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { forgetPriceBook } from "#domain/pricing/price-book.server.ts";
import { loader as loadRoot } from "../root.tsx";

useAccounts();
let listing: string;
let member: SignedInUser;
beforeAll(async () => {
  // A price book left by another file in this worker would contain comparables, which would be
  // read.
  forgetPriceBook();
  const seller = await storePerson("Jordan Seller", { role: "seller", phone: "+19055550142" });
  listing = await storeListing({ sellerId: seller.id });
  member = await storePerson("Camille Member");
});

type Loader = (args: LoaderFunctionArgs) => unknown;

/** Every loader of a page, as the router runs them for one request. */
function load(
  path: string,
  loaders: readonly unknown[],
  { user = null, isNew = true }: { user?: SignedInUser | null; isNew?: boolean } = {},
) {
  const url = new URL(`http://site.test${path.replace(":id", listing)}`);
  const context = makeContext({ user, isNew: isNew && !user, visitorHash: randomUUID() });
  const input = {
    request: new Request(url),
    params: { id: listing },
    context,
    url,
    pattern: path,
  };
  return Promise.all(loaders.map(async (loader) => (loader as Loader)(input)));
}

const SHELL = [loadRoot, loadLayoutPage];
const HOME = [...SHELL, loadHomePage];

/**
 * Counts queries instead of time: the count is the same on every machine. If it falls, lower the
 * number here.
 */
test("no page asks the database more often than it has to", async () => {
  const counted: Record<string, number> = {};
  for (const [name, work] of [
    ["home", () => load("/", HOME)],
    ["cars", () => load("/cars", [...SHELL, loadCarsPage])],
    ["listing", () => load("/details/:id", [...SHELL, loadListingPage])],
    [
      "listing, signed in",
      () => load("/details/:id", [...SHELL, loadListingPage], { user: member }),
    ],
    ["home, to a browser that sent something", () => load("/", HOME, { isNew: false })],
    ["about", () => load("/about", [...SHELL, loadAboutPage])],
  ] as const) {
    await work();
    counted[name] = await countQueries(work);
  }
  expectWithin(counted, {
    // One query here, and one on about, is for the settings that the texts depend on: cached in a
    // running site.
    home: 6,
    cars: 3,
    listing: 4,
    // One query each for the draft of a form, which payments depend on.
    "listing, signed in": 9,
    "home, to a browser that sent something": 9,
    about: 4,
  });
});

test("no call asks the database more often than it has to", async () => {
  const by = await signIn(member);
  const stranger = caller(null);
  const asMember = caller(by);
  const counted: Record<string, number> = {};
  for (const [name, work] of [
    ["a listing", () => stranger({ method: "GET", path: `/singleListing/${listing}` })],
    ["no listing", () => stranger({ method: "GET", path: "/singleListing/none" })],
    [
      "a listing, with a token",
      () => asMember({ method: "GET", path: `/singleListing/${listing}` }),
    ],
    ["the profile", () => asMember({ method: "GET", path: `/currentUser?email=${member.email}` })],
    [
      "whether it is saved",
      () => asMember({ method: "GET", path: `/getSingleSavedAd/${listing}` }),
    ],
    [
      "saving",
      () => asMember({ method: "POST", path: "/newSavedAd", body: { singleAdId: listing } }),
    ],
  ] as const) {
    await work();
    counted[name] = await countQueries(work);
  }
  expectWithin(counted, {
    "a listing": 1,
    "no listing": 0,
    "a listing, with a token": 5,
    "the profile": 1,
    "whether it is saved": 2,
    saving: 3,
  });
});

/**
 * One query counts against a limit, one reads, and a transaction stores it with its messages (its
 * beginning and its end are two).
 */
test("nothing that people send asks the database more often than it has to", async () => {
  const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const counted: Record<string, number> = {};
  let turn = 0;
  for (const [name, work] of [
    [
      "a lead",
      () => {
        const email = `sender-${(turn += 1)}@example.com`;
        const fields = { name: "Camille Roy", email, subject: "A call", message: "About a car" };
        return receivePost(callBackHandler, rawFields(fields), visitor);
      },
    ],
    [
      "a bid",
      async () =>
        receiveBid({
          id: randomUUID(),
          listingId: listing,
          bidder: await storePerson(`Bidder ${(turn += 1)}`),
          locale: "en",
          typed: { bidderPhone: "416-555-0100", proposedPrice: "28000", bidderMessage: "" },
        }),
    ],
    [
      "a saved listing",
      async () => saveListing((await storePerson(`Saver ${(turn += 1)}`)).id, listing),
    ],
  ] as const) {
    await work();
    const statements = await listStatements(async () => expect(await work()).toBeTruthy());
    // The test itself stores the sender; workers are woken after the messages are stored.
    counted[name] = statements.filter((text) => !/pg_notify|insert into "user"/.test(text)).length;
  }
  // One of each lead's reads whether a rule gives it to somebody.
  expectWithin(counted, { "a lead": 10, "a bid": 14, "a saved listing": 2 });
});

/**
 * As programs post them, from a browser that sent nothing before, and from our own last page, whose
 * draft is marked as sent in the transaction that stores the submission (its beginning and its end
 * are two).
 */
test("no form of several steps asks the database more often than it has to", async () => {
  const counted: Record<string, number> = {};
  let turn = 0;
  for (const [name, handler, responses] of [
    ["pre-approval", preApprovalHandler, APPLICANT],
    ["credit application", creditApplicationHandler, CREDIT_APPLICANT],
    [
      "credit application of two",
      creditApplicationHandler,
      { ...CREDIT_APPLICANT, coApplicantFirstName: "Amir", coApplicantLastName: "Haddad" },
    ],
    ["sell request", sellCarHandler, SELLER],
    ["sell request to dealerships", sellCarHandler, { ...SELLER, shareWithDealerships: "yes" }],
  ] as const) {
    for (const withDraft of [false, true]) {
      const send = async () => {
        turn += 1;
        const visitorHash = randomUUID();
        const more = {
          email: `sender-${turn}@example.com`,
          sellerEmail: `sender-${turn}@example.com`,
          ...("coApplicantFirstName" in responses && {
            coApplicantEmail: `second-${turn}@example.com`,
          }),
        };
        const fields = { submissionId: String(randomUUID()), ...responses, ...more };
        await storeVerifiedPhone(visitorHash, "+14035550147");
        if (withDraft) {
          const { form } = handler;
          const draft = await changeDraft(visitorHash, form, (_draft, keep) =>
            keep({ answers: {}, consents: [] }),
          );
          fields.submissionId = draft.id;
        }
        const visitor = makeContext({ visitorHash, isUnknown: !withDraft });
        return () => receivePost(handler, rawFields(fields), readVisitor({ context: visitor }));
      };
      await (
        await send()
      )();
      const work = await send();
      const statements = await listStatements(async () =>
        expect(await work()).toMatchObject({ ok: true }),
      );
      counted[`${name}${withDraft ? ", from its draft" : ""}`] = statements.filter(
        (text) => !text.includes("pg_notify"),
      ).length;
    }
  }
  expectWithin(counted, {
    "pre-approval": 12,
    // Sent from a draft, one more query counts that its form was sent (form-progress).
    "pre-approval, from its draft": 18,
    // Three of each count what the address sends without a proved number, one looks for a
    // pre-approval.
    "credit application": 16,
    "credit application, from its draft": 22,
    "credit application of two": 17,
    "credit application of two, from its draft": 23,
    "sell request": 12,
    "sell request, from its draft": 18,
    "sell request to dealerships": 14,
    "sell request to dealerships, from its draft": 20,
  });
});

test("what everybody is shown is read once, not for each visitor", async () => {
  onTestFinished(startReadCache(() => {}));
  const counted: Record<string, number> = {};
  for (const [name, path, loaders] of [
    ["home", "/", HOME],
    ["cars", "/cars", [...SHELL, loadCarsPage]],
    ["listing", "/details/:id", [...SHELL, loadListingPage]],
    ["about", "/about", [...SHELL, loadAboutPage]],
  ] as const) {
    await load(path, loaders);
    counted[name] = await countQueries(() => load(path, loaders));
    counted[`${name}, signed in`] = await countQueries(() => load(path, loaders, { user: member }));
  }
  expectWithin(counted, {
    home: 0,
    // One query of each for the draft of a form.
    "home, signed in": 4,
    cars: 0,
    "cars, signed in": 3,
    listing: 0,
    "listing, signed in": 5,
    about: 0,
    "about, signed in": 3,
  });
});

function expectWithin(counted: Record<string, number>, budget: Record<string, number>): void {
  expect(Object.keys(counted)).toEqual(Object.keys(budget));
  for (const [name, most] of Object.entries(budget))
    expect(counted[name], name).toBeLessThanOrEqual(most);
}
