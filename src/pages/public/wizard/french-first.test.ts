import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findDraft } from "#domain/draft/draft.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import * as approval from "./walk-pre-approval.fixture.ts";
import * as sale from "./walk-sell-car.fixture.ts";

useSite();
type Browser = ReturnType<typeof browser>;

const CHOSEN = { englishChosen: "yes" };

describe("the terms of the sell form", () => {
  const IN_QUEBEC = { city: "Montréal", province: "QC" };

  async function walkToTerms(visitor: Browser): Promise<void> {
    await sale.walkTo(visitor, "review");
    await sale.post(visitor, "car-detail", { ...sale.fillFields("car-detail"), ...IN_QUEBEC });
  }

  async function findTerms(visitor: Browser) {
    const { page } = await sale.open(visitor, "terms");
    return page?.at === "gate" && page.panel.gate === "terms" ? page.panel : null;
  }

  test("come in French first, and are accepted in English only by choosing it", async () => {
    const visitor = browser();
    await walkToTerms(visitor);
    expect((await findTerms(visitor))?.french).toMatchObject({
      sections: Array.from({ length: 6 }, () => ({})),
      href: "/fr/sell-car/terms",
      isEnglishChosen: false,
    });
    expect(await sale.post(visitor, "terms", {})).toMatchObject({
      status: 422,
      page: { gate: "terms" },
    });
    expect((await sale.open(visitor, "review")).location).toBe("/sell-car/terms");
    const accepted = await sale.post(visitor, "terms", CHOSEN);
    expect(accepted.location).toBe("/sell-car/review");
    expect((await findTerms(visitor))?.french?.isEnglishChosen).toBe(true);

    const sent = { ...SELLER_ON_PAGES, ...IN_QUEBEC, submissionId: randomUUID() };
    expect(await sale.submit(visitor, sent)).toMatchObject({ ok: true });
    const [newest] = await db()
      .select({ id: submissionTable.id })
      .from(submissionTable)
      .orderBy(desc(submissionTable.submittedAt))
      .limit(1);
    const stored = await db()
      .select({ purpose: consentTable.purpose, text: consentTable.text })
      .from(consentTable)
      .where(eq(consentTable.submissionId, newest?.id ?? ""));
    const language = stored.find(({ purpose }) => purpose === "contract_language");
    expect(stored.map(({ purpose }) => purpose)).toContain("sell_car_terms");
    expect(language?.text).toContain("expressly choose to continue in English");
  });

  test.each([
    ["in French", { locale: "fr" as const }, IN_QUEBEC],
    ["of a car in Ontario", {}, {}],
  ])("%s are accepted as they are", async (_what, seen, where) => {
    const visitor = browser(seen);
    await sale.walkTo(visitor, "review");
    await sale.post(visitor, "car-detail", { ...sale.fillFields("car-detail"), ...where });
    expect((await findTerms(visitor))?.french).toBeNull();
    expect((await sale.accept(visitor)).status).toBe(303);
    expect((await sale.open(visitor, "review")).status).toBe(200);
  });

  test("accepted for Ontario, they are asked again once the car is in Quebec", async () => {
    const visitor = browser();
    await sale.walkTo(visitor, "review");
    await sale.accept(visitor);
    await sale.post(visitor, "car-detail", { ...sale.fillFields("car-detail"), ...IN_QUEBEC });
    expect((await sale.open(visitor, "review")).location).toBe("/sell-car/terms");
  });
});

describe("the panel of the pre-approval", () => {
  const TICKED = { contactMe: "yes" };

  async function walkToPanel(
    seen: Parameters<typeof browser>[0] = {},
    destination = "Montréal, QC",
  ) {
    const visitor = browser(seen);
    await approval.walkTo(visitor, "location");
    await approval.post(visitor, "location", { vehicleLocation: destination });
    return visitor;
  }

  async function findFrench(visitor: Browser) {
    const { page } = await approval.open(visitor, "qualified");
    return page?.at === "gate" && page.panel.gate === "qualified" ? page.panel.french : null;
  }

  const listPurposes = async (visitor: Browser) => {
    const draft = await findDraft(readVisitor(visitor).visitorHash, preApprovalForm);
    return draft?.consents.map(({ purpose }) => purpose);
  };

  test("has each box in French first, and takes one ticked in English only by choosing it", async () => {
    const visitor = await walkToPanel();
    const french = await findFrench(visitor);
    expect(french?.href).toBe("/fr/allListings/qualified");
    expect(french?.texts[0]).toMatch(/communiquer|courriel/);
    expect(await approval.post(visitor, "qualified", TICKED)).toMatchObject({
      status: 422,
      page: { gate: "qualified", typed: ["contactMe"] },
    });
    expect(await listPurposes(visitor)).toEqual([]);
    expect((await approval.post(visitor, "qualified", { ...TICKED, ...CHOSEN })).status).toBe(303);
    expect(await listPurposes(visitor)).toEqual([
      "matching_explained",
      "contact_about_request",
      "contract_language",
    ]);
  });

  test("is passed without a box, which agrees to nothing", async () => {
    const visitor = await walkToPanel();
    expect((await approval.post(visitor, "qualified", {})).status).toBe(303);
    expect(await listPurposes(visitor)).toEqual(["matching_explained"]);
  });

  test.each([
    ["in French", { locale: "fr" as const }, "Montréal, QC"],
    ["in Calgary", {}, "Calgary, AB"],
  ])("%s asks for no choice", async (_what, seen, destination) => {
    const visitor = await walkToPanel(seen, destination);
    expect(await findFrench(visitor)).toBeNull();
    expect((await approval.post(visitor, "qualified", TICKED)).status).toBe(303);
    expect(await listPurposes(visitor)).toEqual(["matching_explained", "contact_about_request"]);
  });
});
