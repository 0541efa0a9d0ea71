import { BRANDS } from "#domain/declaration/declaration.ts";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { type Agreement, passGate } from "#forms/gates.ts";
import { stepPath } from "#forms/steps.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readStep, readForm } from "#forms/read-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewStep } from "#forms/view-step.ts";
import { expect, test } from "vitest";
import { SELLER, SELLER_ON_PAGES } from "./sell-car-answers.fixture.ts";
import { type SellCarAnswers, sellCarForm } from "./sell-car.form.ts";
import { TERMS_GATE } from "./sell-terms.ts";

describeForm(sellCarForm);

const now = new Date("2026-11-21T17:00:00Z");
const today = "2026-11-21";
const english = { locale: "en", translate: translateIn("en") } as const;
const context = {
  now,
  locale: "en",
  translations: [translateIn("en"), translateIn("fr")],
} as const;

function see(slug: string, consents: readonly Agreement[] = []) {
  return viewStep(sellCarForm, slug, {
    answers: {},
    consents,
    ...english,
    href: (path) => path,
    submissionId: "1",
    today,
  });
}

const CAR = ["vin", "year", "make", "model", "city", "province"];

// SPEC.md §2: the steps and their titles; §3: the fields.
test.each([
  [
    1,
    "/sell-car",
    "Car Detail",
    [...CAR, "bodyType", "style", "bodyTrim", "exteriorColour", "interiorColour", "transmission"],
  ],
  [
    2,
    "/sell-car/specifications",
    "Car Specifications",
    ["manufactureYear", "totalRun", "odometerReading"],
  ],
  [
    3,
    "/sell-car/history",
    "Vehicle History",
    [
      "exteriorDamage",
      "interiorDamage",
      "accidentHistory",
      "accidentAmountCad",
      "accidentDetails",
      "smoked",
      "windshieldDamage",
      "keyFobs",
      "owners",
      "earlierUse",
      "outOfProvince",
      "serviceRecords",
    ],
  ],
  [
    4,
    "/sell-car/condition",
    "Vehicle Condition",
    [
      "tireReplacement",
      "brakes",
      "mechanicalIssues",
      "salvageStatus",
      "brand",
      "ownership",
      "lien",
    ],
  ],
  [
    5,
    "/sell-car/additional-details",
    "Additional Details",
    ["sellOrTrade", "shareWithDealerships"],
  ],
  [6, "/sell-car/contact", "Contact Information", ["sellerName", "sellerEmail", "sellerPhone"]],
  [7, "/sell-car/review", "Review & Submit", ["termsAccepted"]],
])("step %i at %s is %s", (stepNumber, path, title, names) => {
  const step = sellCarForm.steps[stepNumber - 1];
  const view = see(step?.slug ?? "");
  expect(stepPath(sellCarForm, view.slug)).toBe(path);
  expect(view).toMatchObject({
    stepNumber,
    stepCount: 7,
    title,
    progressText: `Step ${stepNumber} of 7`,
  });
  expect(view.questions.map(({ name }) => name)).toEqual(names);
});

test("terms that were accepted on the way to the review are not asked for there again", () => {
  const accepted = passGate(TERMS_GATE, [], { locale: "en", at: now });
  expect(see("review", accepted).questions).toEqual([]);
});

// oxfmt-ignore
const COLOURS = [
  "Beige", "Black", "Blue", "Brown", "Gold", "Green", "Grey", "Maroon", "Orange", "Pink", "Purple",
  "Red", "Silver", "White", "Yellow",
];
const YES_NO = ["Yes", "No"];

// SPEC.md §5, verbatim and in its order.
test.each([
  ["car-detail", "bodyTrim", ["Base", "Sport", "Luxury"]],
  ["car-detail", "style", ["Coupe", "Sedan", "Hatchback"]],
  ["car-detail", "exteriorColour", COLOURS],
  ["car-detail", "interiorColour", COLOURS],
  ["car-detail", "transmission", ["Automatic", "Manual"]],
  ["history", "exteriorDamage", YES_NO],
  ["history", "interiorDamage", YES_NO],
  ["history", "accidentHistory", YES_NO],
  ["history", "smoked", YES_NO],
  ["history", "windshieldDamage", YES_NO],
  ["history", "keyFobs", ["None", "1 Key Fob", "2+ Key Fobs"]],
  [
    "condition",
    "tireReplacement",
    ["Less than 2 Years Ago", "2 to 4 Years Ago", "More than 4 Years Ago or Unsure"],
  ],
  ["condition", "brakes", YES_NO],
  ["condition", "mechanicalIssues", YES_NO],
  ["condition", "salvageStatus", YES_NO],
  ["condition", "ownership", ["Owned", "Leased", "Financed"]],
  ["additional-details", "sellOrTrade", ["Sell", "Trade"]],
])("%s offers for %s the options of the specification, none chosen", (slug, name, labels) => {
  const question = see(slug).questions.find((each) => each.name === name);
  const options = question?.control === "radios" ? question.options : [];
  expect(options.map(({ label }) => label)).toEqual(labels);
  expect(options.some(({ checked }) => checked)).toBe(false);
});

test("the two numbers carry the limits of the specification", () => {
  expect(see("specifications").questions).toMatchObject([
    { type: "number", min: 1925, step: 1, required: true },
    { type: "number", min: 1, step: 1, suffix: "km", required: true },
    { control: "select", required: false },
  ]);
  expect(see("contact").questions).toMatchObject([
    { type: "text", required: true },
    { type: "email", required: true },
    { type: "tel", required: true },
  ]);
});

test.each([
  [
    "specifications",
    { manufactureYear: "1924", totalRun: "1" },
    "Manufacture year must be 1925 or more",
  ],
  [
    "specifications",
    { manufactureYear: "2020.5", totalRun: "1" },
    "Manufacture year must be a whole number",
  ],
  [
    "specifications",
    { manufactureYear: "2020", totalRun: "0" },
    "Mileage must be 1\u00a0km or more",
  ],
  [
    "specifications",
    { manufactureYear: "2020", totalRun: "" },
    "Enter the kilometres on the odometer",
  ],
  ["history", { ...SELLER, smoked: "" }, "Select whether anyone has smoked in it"],
  ["review", {}, "Accept the terms before you send your car"],
])("on %s says %j", (slug, typed, text) => {
  const raw = rawFields(typed);
  const { fieldErrors } = readStep(sellCarForm, slug, raw, {}, { now, locale: "en" });
  const input = { typed: raw, fieldErrors, ...english, href: (path: string) => path };
  const view = viewStep(sellCarForm, slug, { ...input, answers: {}, submissionId: "1", today });
  expect(view.errorSummary?.items).toEqual([{ href: expect.stringMatching(/^#/u), text }]);
});

test.each<[string, Readonly<Record<string, string>>, Partial<SellCarAnswers>]>([
  ["words of the page", { ownership: "Financed", keyFobs: "2+ Key Fobs" }, { keyFobs: "two_plus" }],
  ["French words", { ownership: "Louée", transmission: "Manuelle" }, { ownership: "leased" }],
  ["kilometres as people write them", { totalRun: "64 200 km" }, { totalRun: 64_200 }],
  ["a make in other letters", { make: "toyota", model: "rav4" }, { make: "Toyota", model: "RAV4" }],
  [
    "a make that is not in the list",
    { make: "other", makeOther: " Bricklin ", model: "other", modelOther: "SV-1" },
    { make: "Bricklin", model: "SV-1" },
  ],
  ["an old car", { year: "1926", manufactureYear: "1925" }, { year: 1926, manufactureYear: 1925 }],
])("takes %s", (_what, changes, expected) => {
  const reading = readForm(sellCarForm, rawFields({ ...SELLER, ...changes }), context);
  expect(reading.ok ? [] : reading.fieldErrors).toEqual([]);
  expect(reading.answers).toMatchObject(expected);
});

test("what a program says of the brand is kept as given, beside whatever it says of salvage", () => {
  const said = { salvageStatus: "no", brand: "salvage", accidents: "some", earlierUse: "taxi" };
  const read = (changes: Readonly<Record<string, string>>) =>
    readForm(sellCarForm, rawFields({ ...SELLER, ...changes }), context);
  expect(read(said)).toMatchObject({ ok: true, answers: said });
  for (const salvageStatus of ["yes", "no"])
    for (const brand of [...BRANDS, "unknown"])
      expect(read({ salvageStatus, brand })).toMatchObject({ ok: true, answers: { brand } });
});

test("the page asks for the brand after a salvage status, and then for an answer", () => {
  const find = () => see("condition").questions.find(({ name }) => name === "brand");
  const question = find();
  expect(question).toMatchObject({
    required: true,
    showWhen: { name: "salvageStatus", values: ["yes"] },
  });
  const options = question?.control === "radios" ? question.options : [];
  expect(options.map(({ value }) => value)).toEqual([
    "rebuilt",
    "salvage",
    "non_repairable",
    "unknown",
  ]);
  const read = (salvageStatus: string) => {
    const raw = rawFields({ ...SELLER, salvageStatus });
    return readStep(sellCarForm, "condition", raw, {}, context).fieldErrors;
  };
  expect(read("no")).toEqual([]);
  expect(read("yes")).toMatchObject([{ question: "brand", code: "missing" }]);
});

test("our pages ask for what SPEC.md §3 has no field for; a program need not send it", () => {
  const beside = ["bodyType", "shareWithDealerships", "sellerName"];
  expect(readForm(sellCarForm, rawFields(SELLER), context).ok).toBe(true);
  const requested = sellCarForm.steps.flatMap(({ slug }) => {
    const { fieldErrors } = readStep(sellCarForm, slug, rawFields(SELLER), {}, context);
    for (const { name, required } of see(slug).questions)
      if (beside.includes(name)) expect(required).toBe(true);
    return fieldErrors;
  });
  expect(requested.map(({ question, code }) => [question, code])).toEqual(
    beside.map((name) => [name, "missing"]),
  );
});

test("step 1 asks in groups, the VIN first", () => {
  const groups = see("car-detail").questions.map(({ group }) => group);
  expect([...new Set(groups)]).toEqual([
    "Which car is it?",
    "Where is it?",
    "Body and trim",
    "Colours and transmission",
  ]);
});

test("a model of another make, chosen by a slip in the list without JavaScript, is asked again", () => {
  const slip = { ...SELLER_ON_PAGES, make: "Honda", model: "RAV4", makeOther: "", modelOther: "" };
  const { fieldErrors } = readStep(sellCarForm, "car-detail", rawFields(slip), {}, context);
  expect(fieldErrors).toMatchObject([{ question: "model", code: "missing" }]);
});
