import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bidForm } from "#domain/bid/bid.form.ts";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { findAnsweredCar, summarizeRequest, viewAnswers } from "./view-answers.server.ts";

useTestDatabase();

const answers = {
  carType: "suv",
  budget: "400_499",
  incomeYears: 4,
  incomeMonths: 2,
  companyName: "Prairie Steel",
  jobTitle: "Welder",
  homeStatus: "rent",
  rentAmount: 1650,
  firstName: "Noah",
  lastName: "Tremblay",
};

const pairs = (locale: "en" | "fr", hasSealedAnswers = false) =>
  viewAnswers(preApprovalForm, answers, { hasSealedAnswers, locale, car: null }).map(
    ({ title, rows }) => [title, rows.map(({ value }) => value)],
  );

describe("answers as entered", () => {
  test("read in the staff member's language, step by step, a row's answers together", () => {
    expect(pairs("en")).toEqual([
      ["Vehicle type", ["SUVs"]],
      ["Budget", ["$400 - 499 / Month"]],
      [expect.any(String), ["4 years 2 months"]],
      [expect.any(String), ["Prairie Steel", "Welder"]],
      [expect.any(String), ["Rent", "$1,650"]],
      [expect.any(String), ["Noah Tremblay"]],
    ]);
    expect(pairs("fr")[0]).toEqual(["Type de véhicule", ["VUS"]]);
  });

  test("say a place as people write it", () => {
    const stored = { city: "Calgary", province: "AB" };
    const steps = viewAnswers(sellCarForm, stored, {
      hasSealedAnswers: false,
      locale: "en",
      car: null,
    });
    expect(steps.flatMap(({ rows }) => rows.map(({ value }) => value))).toEqual([
      "Calgary, Alberta",
    ]);
  });

  test("mask what is sealed, and say nothing of it where nothing was sealed", () => {
    const sealed = (hasSealedAnswers: boolean) =>
      viewAnswers(preApprovalForm, answers, { hasSealedAnswers, locale: "en", car: null })
        .flatMap(({ rows }) => rows)
        .filter(({ isSealed }) => isSealed);
    expect(sealed(true)).toEqual([
      { question: "dateOfBirth", name: "Date of birth", value: "••••", isSealed: true },
    ]);
    expect(sealed(false)).toEqual([]);
  });

  test("never show a sealed answer, even one that was stored in the open by mistake", () => {
    const stored = { sinNumber: "046454286", licenseNumber: "T1234-56789", firstName: "Noah" };
    const shown = JSON.stringify(
      viewAnswers(creditApplicationForm, stored, {
        hasSealedAnswers: true,
        locale: "en",
        car: null,
      }),
    );
    expect(shown).toContain("Noah");
    expect(shown).not.toMatch(/046454286|T1234/);
  });

  test("show an answer that this release no longer offers as it was stored", () => {
    const stored = { carType: "convertible" };
    const [step] = viewAnswers(preApprovalForm, stored, {
      hasSealedAnswers: false,
      locale: "en",
      car: null,
    });
    expect(step?.rows[0]?.value).toBe('"convertible"');
  });

  test.each([null, undefined, "text", 7])("are none where %j was stored", (stored) => {
    expect(
      viewAnswers(preApprovalForm, stored, { hasSealedAnswers: false, locale: "en", car: null }),
    ).toEqual([]);
  });
});

describe("the car asked for or bid on", () => {
  const named = {
    listingName: "2021 Toyota RAV4 XLE",
    year: "2021",
    make: "Toyota",
    model: "RAV4",
  };

  test.each([
    ["live", "2021 Toyota RAV4 XLE · $29,990", true],
    ["sold", "2021 Toyota RAV4 XLE · $29,990, sold", true],
    ["paused", "2021 Toyota RAV4 XLE, no longer listed", false],
    ["removed", "2021 Toyota RAV4 XLE, no longer listed", false],
  ] as const)("is shown as it is listed today: %s", async (state, text, isLinked) => {
    const { id: sellerId } = await storePerson(`Seller ${state}`, { role: "seller" });
    const id = await storeListing({ sellerId, state });
    expect(await findAnsweredCar({ listing: id }, "en")).toEqual({
      text,
      path: isLinked ? `/details/${id}` : null,
    });
  });

  test("keeps its name once the listing was erased", async () => {
    const id = randomUUID();
    expect(await findAnsweredCar({ ...named, listing: id }, "en")).toEqual({
      text: "2021 Toyota RAV4 XLE, no longer listed",
      path: null,
    });
    expect(
      await findAnsweredCar({ ...named, listingName: undefined, productId: id }, "fr"),
    ).toEqual({
      text: "Toyota RAV4 2021 – l’annonce n’est plus en ligne",
      path: null,
    });
    expect(await findAnsweredCar({ carType: "suv" }, "en")).toBeNull();
  });

  test.each([
    [preApprovalForm, "listing", ["Vehicle requested"]],
    [creditApplicationForm, "listing", ["Vehicle requested"]],
    [bidForm, "productId", ["Car", "Listing"]],
  ])("stands for the listing’s id in the answers of $name", (form, question, names) => {
    const id = randomUUID();
    const car = { text: "2021 Toyota RAV4 XLE · $29,990", path: `/details/${id}` };
    const rows = viewAnswers(
      form,
      { ...named, [question]: id },
      { hasSealedAnswers: false, locale: "en", car },
    ).flatMap((step) => step.rows);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows.at(-1)).toMatchObject({ value: car.text, path: car.path });
    expect(rows.map(({ value }) => value).join()).not.toContain(id);
  });
});

test("a request in a few words", () => {
  expect(summarizeRequest(preApprovalForm, answers, "en")).toEqual(["SUVs", "$400 - 499 / Month"]);
  const carried = { ...answers, listing: randomUUID(), listingName: "2017 Ford Escape SE" };
  expect(summarizeRequest(preApprovalForm, carried, "en")[0]).toBe("2017 Ford Escape SE");
  const offered = { year: 2018, make: "Honda", model: "Civic" };
  expect(summarizeRequest(sellCarForm, offered, "en")).toEqual(["2018 Honda Civic"]);
  expect(summarizeRequest(sellCarForm, offered, "fr")).toEqual(["Honda Civic 2018"]);
});
