import { describe, expect, onTestFinished, test } from "vitest";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { findDraft } from "#domain/draft/draft.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { fillFields, open, post, SLUGS, walkTo } from "./walk-pre-approval.fixture.ts";

useSite();
const [FIRST] = SLUGS;
const OWN_SCRIPT = { "sec-fetch-dest": "empty" };

describe.each(SLUGS)("step %s", (slug) => {
  test("left blank, it is answered with 422 and a sentence for each required question", async () => {
    const visitor = browser();
    await walkTo(visitor, slug);
    const { status, page } = await post(visitor, slug, {});
    expect(status).toBe(422);
    const view = page && "view" in page ? page.view : null;
    const required = view?.questions.filter((question) => question.required && !question.showWhen);
    expect(required?.length).toBeGreaterThan(0);
    for (const question of required ?? []) expect(question.error).toMatch(/^(Enter|Select) /);
    expect(view?.errorSummary?.items).toHaveLength(required?.length ?? 0);
    expect(view?.documentTitle).toMatch(/^Error: /);
  });

  test("cannot be opened before the steps in front of it", async () => {
    const { status, location } = await open(browser(), slug);
    expect({ status, location }).toEqual(
      slug === FIRST ? { status: 200, location: null } : { status: 302, location: "/allListings" },
    );
  });
});

test("hostile and far too long text is refused in words and comes back as typed", async () => {
  const visitor = browser();
  await walkTo(visitor, "workplace");
  const typed = {
    companyName: `<script>alert(1)</script>${"x".repeat(9_990)}`,
    jobTitle: "\u0000",
  };
  const { status, page } = await post(visitor, "workplace", typed);
  expect(status).toBe(422);
  const questions = page && "view" in page ? page.view.questions : [];
  expect(questions.map(({ error }) => error)).toEqual([
    expect.stringMatching(/characters or fewer$/),
    expect.stringMatching(/hidden character/),
  ]);
  expect(questions[0]).toMatchObject({ value: typed.companyName });
});

test.each([
  ["date-of-birth", { dateOfBirth: "2012-01-01" }, "under_age"],
  ["location", { vehicleLocation: "Whitehorse, Yukon" }, "not_served"],
] as const)(
  "step %s with %o is refused kindly, and what came before is kept",
  async (slug, fields, refusal) => {
    const visitor = browser();
    await walkTo(visitor, slug);
    const { status, page } = await post(visitor, slug, fields);
    expect({ status, page }).toMatchObject({ status: 422, page: { refusal } });
    expect((await open(visitor, slug)).status).toBe(200);
  },
);

test("the panel comes after step 11, and Continue before step 12", async () => {
  const visitor = browser();
  await walkTo(visitor, "location");
  const { location } = await post(visitor, "location", fillFields("location"));
  expect(location).toBe("/allListings/qualified");
  expect((await open(visitor, "address-length")).location).toBe("/allListings/qualified");
  const { page } = await open(visitor, "qualified");
  expect(page).toMatchObject({
    at: "gate",
    panel: { gate: "qualified", location: "Calgary, AB", boxes: { contact: { isTicked: false } } },
    extras: { carType: "suv" },
    view: { slug: "location" },
  });
  const { location: next } = await post(visitor, "qualified", {});
  expect(next).toBe("/allListings/address-length");
  expect((await open(visitor, "address-length")).status).toBe(200);
});

test("another place undoes what was agreed to on the panel; the way leads by it and back", async () => {
  const visitor = browser();
  await walkTo(visitor, "contact");
  const moved = { vehicleLocation: "Winnipeg, MB" };
  const back = { query: "?return=contact" };
  const { location } = await post(visitor, "location", moved, back);
  expect(location).toBe("/allListings/qualified?return=contact");
  expect((await open(visitor, "contact")).location).toBe("/allListings/qualified");
  expect((await open(visitor, "qualified")).page).toMatchObject({
    panel: { location: "Winnipeg, MB" },
  });
  expect((await post(visitor, "qualified", {}, back)).location).toBe("/allListings/contact");
  // The same place once more is no other place.
  expect((await post(visitor, "location", moved, back)).location).toBe("/allListings/contact");
});

test("the panel that is opened too early leads to the first question that is open", async () => {
  const visitor = browser();
  await walkTo(visitor, "workplace");
  for (const early of [await open(visitor, "qualified"), await post(visitor, "qualified", {})])
    expect(early.location).toBe("/allListings/workplace");
  const { visitorHash } = readVisitor(visitor);
  expect((await findDraft(visitorHash, preApprovalForm))?.consents).toEqual([]);
});

test("a Change link leads to the step and back", async () => {
  const visitor = browser();
  await walkTo(visitor, "contact");
  const changed = { budget: "over_600" };
  const { location } = await post(visitor, "budget", changed, { query: "?return=contact" });
  expect(location).toBe("/allListings/contact");
});

describe("from a listing", () => {
  const park = async (input: Partial<typeof listingTable.$inferInsert> = {}) => {
    const seller = { id: randomUUID(), name: "Jordan Mitchell", role: "seller" as const };
    await db()
      .insert(userTable)
      .values({ ...seller, email: `${seller.id}@example.com`, emailVerified: true });
    return storeListing({ sellerId: seller.id, bodyType: "truck", ...input });
  };
  const viewStep = ({ page }: Awaited<ReturnType<typeof open>>) =>
    page?.at === "step" ? page : undefined;
  const own = (opened: Awaited<ReturnType<typeof open>>) => {
    const page = viewStep(opened);
    return page?.extras.form === "pre-approval" ? page.extras : undefined;
  };

  test("its car goes along: type and budget filled in, the car in the summary and the panel", async () => {
    const visitor = browser();
    const id = await park();
    const first = await open(visitor, "vehicle-type", `?listing=${id}`);
    expect(own(first)).toMatchObject({
      carType: "truck",
      car: { listing: { id }, isForSale: true },
    });
    expect(viewStep(first)?.view.hidden).toContainEqual({ name: "listing", value: id });
    expect(viewStep(first)?.sources).toEqual({ carType: "listing" });
    // Without JavaScript all of it comes with the form's own post.
    expect(
      (await findDraft(readVisitor(visitor).visitorHash, preApprovalForm))?.id,
    ).toBeUndefined();
    await post(visitor, "vehicle-type", { carType: "truck", listing: id });
    const second = await open(visitor, "budget");
    // $29,990 from a private seller in Ontario, 13 % tax, 72 months at 14.5 %: $707 a month.
    const chosen = viewStep(second)?.view.questions[0];
    const options = chosen?.control === "radios" ? chosen.options : [];
    expect(options.find(({ checked }) => checked)?.value).toBe("over_600");
    expect(viewStep(second)?.sources).toEqual({ budget: "listing" });
    await post(visitor, "budget", { budget: "500_600" });
    expect(own(await open(visitor, "trade-in"))?.car?.listing.id).toBe(id);

    for (const slug of SLUGS.slice(2, SLUGS.indexOf("location") + 1))
      await post(visitor, slug, fillFields(slug));
    const { page } = await open(visitor, "qualified");
    expect(page).toMatchObject({ panel: { car: { listing: { id } } } });
  });

  test("sold meanwhile: it says so and names what comes nearest", async () => {
    const visitor = browser();
    const id = await park({ bodyType: "coupe" });
    const others = await Promise.all([1, 2, 3, 4].map(() => park({ bodyType: "coupe" })));
    await post(visitor, "vehicle-type", { carType: "coupe", listing: id });
    await db().update(listingTable).set({ state: "sold" }).where(eq(listingTable.id, id));
    const car = own(await open(visitor, "budget"))?.car;
    expect(car).toMatchObject({ listing: { id }, isForSale: false });
    expect(car?.nearest).toHaveLength(3);
    expect(others).toEqual(expect.arrayContaining(car?.nearest.map((each) => each.id) ?? []));
  });

  test("the car can be let go, and an address of no listing brings none", async () => {
    const visitor = browser();
    const id = await park();
    await post(visitor, "vehicle-type", { carType: "truck", listing: id });
    const withoutCar = await open(visitor, "vehicle-type", "?listing=");
    expect(own(withoutCar)?.car).toBeNull();
    expect(viewStep(withoutCar)?.view.hidden.map(({ name }) => name)).not.toContain("listing");
    await post(visitor, "vehicle-type", { carType: "truck" });
    expect(own(await open(visitor, "budget"))?.car).toBeNull();
    for (const odd of [randomUUID(), "42", "'; drop table listing; --"]) {
      const opened = await open(browser(), "vehicle-type", `?listing=${encodeURIComponent(odd)}`);
      expect(own(opened)?.car).toBeNull();
    }
  });

  test("a car in Quebec proposes no budget", async () => {
    const visitor = browser();
    const id = await park({ provinceCode: "QC", city: "Laval" });
    await post(visitor, "vehicle-type", { carType: "truck", listing: id });
    expect(viewStep(await open(visitor, "budget"))?.sources).toEqual({});
  });
});

describe("the last step", () => {
  test("its form goes to the one post that takes the whole form, and carries no answer of another page", async () => {
    const visitor = browser({ locale: "fr" });
    await walkTo(visitor, "contact");
    const { page } = await open(visitor, "contact");
    const view = page?.at === "step" ? page.view : null;
    expect(view?.action).toBe("/fr/forms/pre-approval");
    expect(view?.hidden.map(({ name }) => name)).toEqual(["submissionId", "formname"]);
    expect(JSON.stringify(page)).not.toMatch(/1987-06-05|"5400"|"64000"/u);
  });

  test("where no code can be had, the step says so, and the form is sent without one", async () => {
    const visitor = browser();
    await walkTo(visitor, "contact");
    const whole = { ...APPLICANT, phoneNumber: "403 555 0149" };
    const before = env();
    setEnv({ ...before, SMS_DAILY_BUDGET: 0 });
    onTestFinished(() => setEnv(before));
    const requested = await post(visitor, "contact", { ...whole, intent: "send-code" });
    expect(requested.status).toBe(422);
    expect(requested.page && "view" in requested.page ? requested.page : null).toMatchObject({
      phone: { phone: { state: "not_started", isError: true, isUnavailable: true } },
    });
    // A code could be had again by now: what the step said counts.
    setEnv(before);
    const seen = readVisitor(visitor);
    expect(await receivePost(preApprovalHandler, rawFields(whole), seen)).toMatchObject({
      ok: true,
    });
  });

  test("a code is sent, checked and taken with a space; nothing typed is lost", async () => {
    const visitor = browser();
    await walkTo(visitor, "contact");
    const whole = { ...APPLICANT, phoneNumber: "403 555 0148" };
    const sent = await post(visitor, "contact", { ...whole, intent: "send-code" });
    expect(sent).toMatchObject({
      status: 303,
      location: "/allListings/contact#phone-verification",
    });
    const code = await codeSentTo("+14035550148");
    const guess = { ...whole, lastName: "", intent: "verify-code" };
    const wrong = await post(visitor, "contact", { ...guess, verificationCode: "000000" });
    expect(wrong.status).toBe(422);
    expect(wrong.page && "view" in wrong.page ? wrong.page : null).toMatchObject({
      phone: {
        phone: { state: "code_sent", message: "Invalid verification code. Please try again." },
      },
    });
    const right = `${code.slice(0, 3)} ${code.slice(3)}`;
    const inPlace = { ...whole, intent: "verify-code", verificationCode: right };
    const verified = await post(visitor, "contact", inPlace, { headers: OWN_SCRIPT });
    expect(verified.status).toBe(200);
    const { page } = await open(visitor, "contact");
    expect(page?.at === "step" ? page.phone?.phone.state : null).toBe("verified");
    expect(page?.at === "step" ? page.view.questions : []).toMatchObject([
      { value: "Chloé" },
      { value: "Gagnon" },
      { value: "chloe.gagnon@example.com" },
      { value: "403-555-0148" },
    ]);

    const result = await receivePost(preApprovalHandler, rawFields(whole), readVisitor(visitor));
    expect(result).toMatchObject({ ok: true });
    expect((await open(visitor, "contact")).page).toMatchObject({ at: "already_sent" });
    const late = await post(
      visitor,
      "contact",
      { ...whole, intent: "save" },
      { headers: OWN_SCRIPT },
    );
    expect(late).toMatchObject({ status: 200, page: null });
    const draft = await findDraft(readVisitor(visitor).visitorHash, preApprovalForm);
    expect(draft?.answers).toEqual({});
  });
});

async function codeSentTo(phone: string): Promise<string> {
  const [message] = (await listOutbox()).filter(({ to }) => to === phone);
  return /\b\d{6}\b/.exec(message?.text ?? "")?.[0] ?? "";
}
