import { desc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { type SignedInUser, readVisitor } from "#platform/request/visitor.server.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { SELLER } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { visitWizard } from "./visit-wizard.fixture.ts";
import { TERMS_VERSION, termsText } from "#domain/sell-request/terms.ts";
import { useSite } from "#server/site.fixture.ts";

useSite();
type Browser = ReturnType<typeof browser>;
type Fields = Readonly<Record<string, string>>;

const SLUGS = sellCarForm.steps.map(({ slug }) => slug);
const [FIRST] = SLUGS;
const ANSWERED = SLUGS.filter((slug) => slug !== "review");
const OWN_SCRIPT = { "sec-fetch-dest": "empty" };
const MEMBER: SignedInUser = {
  id: "none",
  name: "Simone Dubé",
  email: "simone@account.example",
  role: "buyer",
  phone: "+15195550199",
  locale: "en",
};

const { open, openAddress, post } = visitWizard(sellCarForm);

const accept = (visitor: Browser) => post(visitor, "terms", {});

/** The seller's answers to one step. */
function fillFields(slug: string): Fields {
  const step = sellCarForm.steps.find((each) => each.slug === slug);
  const names: readonly string[] = step?.questions.map(({ name }) => name) ?? [];
  return Object.fromEntries(Object.entries(SELLER).filter(([name]) => names.includes(name)));
}

async function walkTo(visitor: Browser, slug: string): Promise<void> {
  for (const each of SLUGS.slice(0, SLUGS.indexOf(slug as (typeof SLUGS)[number]))) {
    const { status } = await post(visitor, each, fillFields(each));
    expect({ each, status }).toEqual({ each, status: 303 });
  }
}

const listQuestions = (page: unknown) =>
  (page as { view: { questions: readonly { name: string }[] } }).view.questions;

describe.each(ANSWERED)("step %s", (slug) => {
  test("left blank, it is answered with 422 and a sentence for each required question", async () => {
    const visitor = browser();
    await walkTo(visitor, slug);
    const { status, page } = await post(visitor, slug, {});
    expect(status).toBe(422);
    const view = page && "view" in page ? page.view : null;
    const required = view?.questions.filter((question) => question.required);
    for (const question of required ?? []) expect(question.error).toMatch(/^(Enter|Select) /);
    expect(view?.errorSummary?.items).toHaveLength(required?.length ?? 0);
    expect(view?.documentTitle).toMatch(/^Error: /);
  });

  test("cannot be opened before the steps in front of it", async () => {
    const { status, location } = await open(browser(), slug);
    expect({ status, location }).toEqual(
      slug === FIRST ? { status: 200, location: null } : { status: 302, location: "/sell-car" },
    );
  });
});

test("the car of the offer form stands on step 1, and a forged one does not", async () => {
  const car = "year=2021&make=Toyota&model=RAV4&city=Guelph&province=ON";
  const { page } = await open(browser(), "car-detail", `?${car}`);
  expect(listQuestions(page)).toMatchObject([
    { name: "vin", value: "" },
    { name: "year", value: "2021" },
    { name: "make", value: "Toyota" },
    { name: "model", value: "RAV4" },
    { name: "city", value: "Guelph" },
    { name: "province", value: "ON" },
    ...Array.from({ length: 5 }, () => ({})),
  ]);
  expect(page).toMatchObject({ sources: { make: "offer" } });
  const forged = `?${car.replace("RAV4", "Free+money").replace("2021", "1800")}`;
  const shown = await open(browser(), "car-detail", forged);
  expect(JSON.stringify(listQuestions(shown.page))).not.toMatch(/Free money|1800/u);
});

test("the model year is offered as the manufacture year, and said to be", async () => {
  const visitor = browser();
  await walkTo(visitor, "specifications");
  const { page } = await open(visitor, "specifications");
  expect(page).toMatchObject({ sources: { manufactureYear: "model_year" } });
  expect(listQuestions(page)).toMatchObject([{ value: "2021" }, { value: "" }]);
});

test("what is good of half a step is kept by autosave", async () => {
  const visitor = browser();
  const half = { ...fillFields("car-detail"), style: "", year: "1200", intent: "save" };
  expect(await post(visitor, "car-detail", half, { headers: OWN_SCRIPT })).toMatchObject({
    status: 200,
  });
  const { page } = await open(visitor, "car-detail");
  const values = listQuestions(page).map((question) =>
    "value" in question ? question.value : null,
  );
  expect(values.slice(0, 6)).toEqual(["", "", "Toyota", "RAV4", "Guelph", "ON"]);
});

test("what is saved at the same moment is all kept: answers of two steps, and the terms", async () => {
  for (let round = 0; round < 5; round += 1) {
    const visitor = browser();
    await walkTo(visitor, "review");
    const city = { ...fillFields("car-detail"), city: "Waterloo" };
    const phone = { ...fillFields("contact"), sellerPhone: "519 555 0149", intent: "save" };
    await Promise.all([
      post(visitor, "car-detail", { ...city, intent: "save" }, { headers: OWN_SCRIPT }),
      accept(visitor),
      post(visitor, "contact", phone, { headers: OWN_SCRIPT }),
    ]);
    const draft = await findDraft(readVisitor(visitor).visitorHash, sellCarForm);
    expect(draft?.answers).toMatchObject({ city: "Waterloo", sellerPhone: "+15195550149" });
    expect(draft?.consents).toHaveLength(1);
  }
});

describe("the terms", () => {
  test("come after step 6, and before step 7; closing them changes nothing", async () => {
    const visitor = browser();
    await walkTo(visitor, "contact");
    const { location } = await post(visitor, "contact", fillFields("contact"));
    expect(location).toBe("/sell-car/terms");
    expect((await open(visitor, "review")).location).toBe("/sell-car/terms");
    const { page: terms } = await open(visitor, "terms");
    expect(terms).toMatchObject({
      at: "gate",
      panel: { gate: "terms", sections: Array.from({ length: 6 }, () => ({})) },
      view: { slug: "contact" },
      cancelHref: "/sell-car/contact",
    });
    expect((await accept(visitor)).location).toBe("/sell-car/review");
    const { page } = await open(visitor, "review");
    expect(page).toMatchObject({ at: "step", view: { action: "/forms/sell-car" } });
    expect(listQuestions(page).map(({ name }) => name)).toEqual(["shareWithDealerships"]);
  });

  test("cannot be accepted before the six steps, but read by everybody", async () => {
    const visitor = browser();
    await walkTo(visitor, "history");
    expect((await open(visitor, "terms")).page).toMatchObject({ at: "gate", view: null });
    await accept(visitor);
    const draft = await findDraft(readVisitor(visitor).visitorHash, sellCarForm);
    expect(draft?.consents).toEqual([]);
  });

  test("a Change link leads to the step and back, without the terms again", async () => {
    const visitor = browser();
    await walkTo(visitor, "review");
    await accept(visitor);
    const { location } = await post(visitor, "contact", fillFields("contact"), {
      query: "?return=review",
    });
    expect(location).toBe("/sell-car/review");
  });
});

test("the first step under its own name leads to the form's address", async () => {
  const answer = await openAddress(browser(), "car-detail");
  expect(answer).toMatchObject({ status: 301, location: "/sell-car" });
});

test("a step that there is not is not found, before and after sending", async () => {
  const visitor = browser();
  expect((await open(visitor, "nonsense")).status).toBe(404);
  await walkTo(visitor, "review");
  expect(await submit(visitor, { ...SELLER, totalRun: "83000" })).toMatchObject({ ok: true });
  expect((await open(visitor, "nonsense")).status).toBe(404);
});

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

const submit = (visitor: Browser, fields: Fields) =>
  receivePost(sellCarHandler, rawFields(fields), readVisitor(visitor));

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
  const rows = await db().select().from(consentTable);
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
    ]);
    expect((await open(visitor, "review")).page).toMatchObject({ at: "already_sent" });
  });

  test("words that changed since the terms were accepted are not given out as accepted then", async () => {
    const visitor = browser();
    await walkTo(visitor, "review");
    const stale = { purpose: "sell_car_terms", text: "Older words", locale: "en" } as const;
    const givenAt = "2026-01-02T03:04:05.000Z";
    await changeDraft(readVisitor(visitor).visitorHash, sellCarForm, async (draft, keep) =>
      keep({ answers: draft?.answers ?? {}, consents: [{ ...stale, givenAt }] }),
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
      marketingEmail: "yes",
    };
    expect(await submit(browser(), fields)).toMatchObject({ ok: true });
    const consents = await consentsOfNewest();
    expect(consents.map(({ purpose, channel }) => [purpose, channel])).toEqual(
      expect.arrayContaining([
        ["sell_car_terms", "post: sell-car, termsAccepted"],
        ["share_with_dealership", "web: sell-car, last step, checkbox"],
        ["marketing_email", "web: sell-car, last step, checkbox"],
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

  test("who is signed in sells under the account's address, whatever is posted", async () => {
    const visitor = browser({ user: MEMBER });
    await walkTo(visitor, "contact");
    const { page } = await open(visitor, "contact");
    expect(listQuestions(page)).toMatchObject([
      { name: "sellerEmail", value: MEMBER.email, readOnly: true },
      { name: "sellerPhone", value: "519-555-0199" },
    ]);
    const { status } = await post(visitor, "contact", {
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
