import { expect, test } from "vitest";
import { exampleForm as form } from "./example-form.fixture.ts";
import { jsonSchema } from "./json-schema.ts";
import { spreadsheetColumns, toSpreadsheetFields } from "./spreadsheet-fields.ts";
import { parseStored, splitSealed } from "./stored-answers.ts";
import { summaryLines } from "./answer-rows.ts";
import { translateIn } from "./translate.server.ts";

const answers = { homeStatus: "rent", rentAmount: 900, companyName: "Secret" } as const;

test("sealed answers are kept apart", () => {
  expect(splitSealed(form, answers)).toEqual({
    open: { homeStatus: "rent", rentAmount: 900 },
    sealed: { companyName: "Secret" },
  });
  expect(splitSealed(form, { homeStatus: "own" }).sealed).toBeNull();
});

test.each([
  [{ ...answers }, []],
  [{ ...answers, oldQuestion: "x" }, ["oldQuestion"]],
  [{ ...answers, monthlyIncome: "3000" }, ["monthlyIncome"]],
  [{ ...answers, monthlyIncome: null }, ["monthlyIncome"]],
])("what storage gives back is parsed again: %j", (stored, refused) => {
  expect(parseStored(form, stored)).toEqual({ answers, refused });
});

test.each([null, "text", [], 5])("storage that holds %j holds no answers", (stored) => {
  expect(parseStored(form, stored).answers).toEqual({});
});

test("a spreadsheet row has every column but the sealed ones", () => {
  expect(spreadsheetColumns(form).join(" ")).toBe(
    "homeStatus rentAmount monthlyIncome jobTitle firstName lastName",
  );
  expect(toSpreadsheetFields(form, { ...answers, jobTitle: "=HYPERLINK()" })).toEqual({
    formname: "Example",
    homeStatus: "rent",
    rentAmount: "900",
    monthlyIncome: "",
    jobTitle: "'=HYPERLINK()",
    firstName: "",
    lastName: "",
  });
});

test("a message that leaves the house has no sealed answer", () => {
  const words = { locale: "fr", translate: translateIn("fr") } as const;
  expect(summaryLines(form, answers, words)).toEqual([
    "Locataire ou propriétaire\u00a0: Locataire",
    "Loyer mensuel\u00a0: 900\u00a0$",
  ]);
});

test("OpenAPI says what is required, and when", () => {
  const { required, allOf } = jsonSchema(form);
  expect(required).toEqual(["formname", "homeStatus", "companyName", "firstName", "lastName"]);
  const rents = '{"properties":{"homeStatus":{"enum":["rent"]}},"required":["homeStatus"]}';
  expect(JSON.stringify(allOf)).toBe(
    `[{"if":${rents},"then":{"required":["rentAmount"]}},` +
      `{"if":${rents},"then":{"required":["monthlyIncome"]}}]`,
  );
});
