import { describe, expect, test } from "vitest";
import { findDraft } from "#domain/draft/draft.server.ts";
import { SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import {
  accept,
  fillFields,
  listQuestions,
  open,
  openAddress,
  post,
  SLUGS,
  submit,
  walkTo,
} from "./walk-sell-car.fixture.ts";

useSite();

const [FIRST] = SLUGS;
const ANSWERED = SLUGS.filter((slug) => slug !== "review");
const OWN_SCRIPT = { "sec-fetch-dest": "empty" };

describe.each(ANSWERED)("step %s", (slug) => {
  test("left blank, it is answered with 422 and a sentence for each required question", async () => {
    const visitor = browser();
    await walkTo(visitor, slug);
    const { status, page } = await post(visitor, slug, {});
    expect(status).toBe(422);
    const view = page && "view" in page ? page.view : null;
    // What only some answers ask is not asked of a step that was left blank.
    const required = view?.questions.filter(({ required: is, showWhen }) => is && !showWhen);
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
    ...Array.from({ length: 6 }, () => ({})),
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
  expect(listQuestions(page)).toMatchObject([
    { name: "manufactureYear", value: "2021" },
    { name: "totalRun", value: "" },
    { name: "odometerReading", value: "" },
  ]);
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

test("a style that is left blank is the one nearest to the body type, and a chosen one stays", async () => {
  const visitor = browser();
  const { style: _chosen, ...rest } = fillFields("car-detail");
  expect((await post(visitor, "car-detail", { ...rest, bodyType: "truck" })).status).toBe(303);
  const findAnswers = async () =>
    (await findDraft(readVisitor(visitor).visitorHash, sellCarForm))?.answers;
  expect(await findAnswers()).toMatchObject({ bodyType: "truck", style: "sedan" });
  await post(visitor, "car-detail", { ...rest, bodyType: "truck", style: "coupe" });
  expect(await findAnswers()).toMatchObject({ bodyType: "truck", style: "coupe" });
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
    expect(listQuestions(page).map(({ name }) => name)).toEqual([]);
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
  const response = await openAddress(browser(), "car-detail");
  expect(response).toMatchObject({ status: 301, location: "/sell-car" });
});

test("a step that there is not is not found, before and after sending", async () => {
  const visitor = browser();
  expect((await open(visitor, "nonsense")).status).toBe(404);
  await walkTo(visitor, "review");
  expect(await submit(visitor, { ...SELLER_ON_PAGES, totalRun: "83000" })).toMatchObject({
    ok: true,
  });
  expect((await open(visitor, "nonsense")).status).toBe(404);
});
