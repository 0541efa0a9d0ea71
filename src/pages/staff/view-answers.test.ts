import { describe, expect, test } from "vitest";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { summarizeRequest, viewAnswers } from "./view-answers.server.ts";

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
  viewAnswers(preApprovalForm, answers, { hasSealedAnswers, locale }).map(({ title, rows }) => [
    title,
    rows.map(({ value }) => value),
  ]);

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
    const steps = viewAnswers(sellCarForm, stored, { hasSealedAnswers: false, locale: "en" });
    expect(steps.flatMap(({ rows }) => rows.map(({ value }) => value))).toEqual([
      "Calgary, Alberta",
    ]);
  });

  test("mask what is sealed, and say nothing of it where nothing was sealed", () => {
    const sealed = (hasSealedAnswers: boolean) =>
      viewAnswers(preApprovalForm, answers, { hasSealedAnswers, locale: "en" })
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
      viewAnswers(creditApplicationForm, stored, { hasSealedAnswers: true, locale: "en" }),
    );
    expect(shown).toContain("Noah");
    expect(shown).not.toMatch(/046454286|T1234/);
  });

  test("show an answer that this release no longer offers as it was stored", () => {
    const stored = { carType: "convertible" };
    const [step] = viewAnswers(preApprovalForm, stored, { hasSealedAnswers: false, locale: "en" });
    expect(step?.rows[0]?.value).toBe('"convertible"');
  });

  test.each([null, undefined, "text", 7])("are none where %j was stored", (stored) => {
    expect(viewAnswers(preApprovalForm, stored, { hasSealedAnswers: false, locale: "en" })).toEqual(
      [],
    );
  });
});

test("a request in a few words", () => {
  expect(summarizeRequest(preApprovalForm, answers, "en")).toEqual(["SUVs", "$400 - 499 / Month"]);
});
