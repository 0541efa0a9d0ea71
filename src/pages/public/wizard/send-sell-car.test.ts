import { asc, desc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { SELLER, SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { findTermsInForce, writeTermsText } from "#domain/terms/terms-words.server.ts";
import { TERMS_VERSION, termsText } from "#domain/sell-request/sell-terms.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import {
  accept,
  type Fields,
  fillFields,
  listQuestions,
  open,
  post,
  submit,
  walkTo,
} from "./walk-sell-car.fixture.ts";

useSite();

const OWN_SCRIPT = { "sec-fetch-dest": "empty" };
const MEMBER: SignedInUser = {
  id: "none",
  name: "Simone Dubé",
  email: "simone@account.example",
  role: "buyer",
  phone: "+15195550199",
  locale: "en",
};

test("a code is sent for this form's purpose, checked, and kept with the lead", async () => {
  const visitor = browser();
  await walkTo(visitor, "contact");
  const typed = { ...fillFields("contact"), sellerPhone: "519 555 0148" };
  const sent = await post(visitor, "contact", { ...typed, intent: "send-code" });
  expect(sent).toMatchObject({ status: 303, location: "/sell-car/contact#phone-verification" });
  const wrong = { ...typed, intent: "verify-code", verificationCode: "000000" };
  expect(await post(visitor, "contact", wrong)).toMatchObject({
    status: 422,
    page: { phone: { phone: { message: "Invalid verification code. Please try again." } } },
  });
  const [sms] = (await listOutbox()).filter(({ to }) => to === "+15195550148");
  const verificationCode = /\b\d{6}\b/.exec(sms?.text ?? "")?.[0] ?? "";
  const right = { ...typed, intent: "verify-code", verificationCode };
  const { page } = await post(visitor, "contact", right, { headers: OWN_SCRIPT });
  expect(page).toMatchObject({ phone: { phone: { state: "verified" } } });
  await post(visitor, "contact", typed);
  await accept(visitor);
  const whole = { ...SELLER, sellerPhone: "519 555 0148" };
  const received = await submit(visitor, whole);
  expect(received.ok).toBe(true);
  const [lead] = await db().select().from(leadTable).orderBy(desc(leadTable.id)).limit(1);
  expect(lead?.phoneVerifiedAt).toBeInstanceOf(Date);
});

const newestSubmission = async () => {
  const [row] = await db()
    .select()
    .from(submissionTable)
    .orderBy(desc(submissionTable.submittedAt))
    .limit(1);
  return row;
};

const consentsOfNewest = async () => {
  const newest = await newestSubmission();
  // An update elsewhere in the table moves rows: without an order they come as they lie.
  const rows = await db().select().from(consentTable).orderBy(asc(consentTable.purpose));
  return rows.filter(({ submissionId }) => submissionId === newest?.id);
};

describe("sending", () => {
  test("keeps the terms as they were accepted: words, hash, language, version and time", async () => {
    const visitor = browser({ locale: "fr" });
    await walkTo(visitor, "review");
    await accept(visitor);
    const draft = await findDraft(readVisitor(visitor).visitorHash, sellCarForm);
    expect(await submit(visitor, SELLER)).toMatchObject({ ok: true });
    expect(await consentsOfNewest()).toMatchObject([
      {
        purpose: "sell_car_terms",
        text: termsText("fr"),
        textSha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
        textVersion: TERMS_VERSION,
        locale: "fr",
        channel: "web: sell-car, terms, Accept & Continue",
        givenAt: new Date(draft?.consents[0]?.givenAt ?? ""),
      },
      {
        purpose: "site_terms",
        text: writeTermsText(findTermsInForce("site"), "fr"),
        textSha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
        textVersion: findTermsInForce("site").version,
        locale: "fr",
        givenAt: new Date(draft?.consents[0]?.givenAt ?? ""),
      },
    ]);
    expect((await open(visitor, "review")).page).toMatchObject({ at: "already_sent" });
  });

  test("words that changed since the terms were accepted are not given out as accepted then", async () => {
    const visitor = browser();
    await walkTo(visitor, "review");
    const stale = { purpose: "sell_car_terms", text: "Older words", locale: "en" } as const;
    const givenAt = "2026-01-02T03:04:05.000Z";
    await changeDraft(readVisitor(visitor).visitorHash, sellCarForm, async (draft, save) =>
      save({ answers: draft?.answers ?? {}, consents: [{ ...stale, givenAt }] }),
    );
    expect(await submit(visitor, { ...SELLER, totalRun: "79000" })).toMatchObject({ ok: true });
    const [terms] = await consentsOfNewest();
    expect(terms).toMatchObject({
      text: termsText("en"),
      channel: "post: sell-car, termsAccepted",
    });
    expect(terms?.givenAt.toISOString()).not.toBe(givenAt);
  });

  test.each<Fields>([{}, { termsAccepted: "no" }, { termsAccepted: "" }])(
    "without the terms (%o) it is refused, also by a direct post",
    async (terms) => {
      const before = await newestSubmission();
      const { termsAccepted: _accepted, ...rest } = SELLER;
      const fields: Fields = { ...rest, ...terms, totalRun: "77000" };
      expect(await submit(browser(), fields)).toMatchObject({
        ok: false,
        fieldErrors: [{ question: "termsAccepted", code: "missing" }],
      });
      expect(await newestSubmission()).toEqual(before);
    },
  );

  test("a direct post accepts them by a field of its own, and says so in the record", async () => {
    const fields = {
      ...SELLER,
      totalRun: "81000",
      shareWithDealerships: "yes",
    };
    expect(await submit(browser(), fields)).toMatchObject({ ok: true });
    const consents = await consentsOfNewest();
    expect(consents.map(({ purpose, channel }) => [purpose, channel])).toEqual(
      expect.arrayContaining([
        ["sell_car_terms", "post: sell-car, termsAccepted"],
        ["share_with_dealership", "web: sell-car, question about offers, yes"],
      ]),
    );
    const [lead] = await db().select().from(leadTable).orderBy(desc(leadTable.id)).limit(1);
    expect(lead).toMatchObject({
      kind: "sell_car",
      email: SELLER.sellerEmail,
      phone: "+15195550147",
      phoneVerifiedAt: null,
      city: "Guelph",
      provinceCode: "ON",
    });
    // The town's middle, so that the nearest dealerships hear of it.
    expect(lead?.lat).toBeCloseTo(43.5, 0);
  });

  test("a lead bears the name that was given, and of a post without one the account's", async () => {
    const findNames = async () => {
      const [lead] = await db().select().from(leadTable).orderBy(desc(leadTable.id)).limit(1);
      return [lead?.firstName, lead?.lastName];
    };
    const { id } = await storePerson("Simone Dubé");
    const user = { ...MEMBER, id };
    const named = { ...SELLER_ON_PAGES, sellerName: "Anne Marie Roy", totalRun: "81001" };
    await submit(browser({ user }), named);
    expect(await findNames()).toEqual(["Anne Marie", "Roy"]);
    await submit(browser({ user }), { ...SELLER, totalRun: "81002" });
    expect(await findNames()).toEqual(["Simone", "Dubé"]);
  });

  test("a no to dealerships is no consent", async () => {
    await submit(browser(), { ...SELLER_ON_PAGES, totalRun: "81003" });
    expect((await consentsOfNewest()).map(({ purpose }) => purpose)).toEqual([
      "sell_car_terms",
      "site_terms",
    ]);
  });

  test("who is signed in sells under the account's address, whatever is posted", async () => {
    const visitor = browser({ user: MEMBER });
    await walkTo(visitor, "contact");
    const { page } = await open(visitor, "contact");
    expect(listQuestions(page)).toMatchObject([
      { name: "sellerName", value: MEMBER.name },
      { name: "sellerEmail", value: MEMBER.email, readOnly: true },
      { name: "sellerPhone", value: "519-555-0199" },
    ]);
    const { status } = await post(visitor, "contact", {
      sellerName: "Simone D.",
      sellerEmail: "thief@example.com",
      sellerPhone: SELLER.sellerPhone,
    });
    expect(status).toBe(303);
    const draft = await findDraft(readVisitor(visitor).visitorHash, sellCarForm);
    expect(draft?.answers).toMatchObject({ sellerEmail: MEMBER.email });
    expect(sellCarHandler.known?.({ ...readVisitor(visitor), user: MEMBER })).toEqual({
      sellerEmail: MEMBER.email,
    });
  });
});
