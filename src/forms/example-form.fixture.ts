import { defineForm } from "./define-form.ts";

/** A small form with what the engine can do, for its tests; it borrows the pre-approval form's words. */
export const exampleForm = defineForm({
  name: "example",
  version: 2,
  basePath: "/example",
  messagePrefix: "pre_approval_form",
  formname: "Example",
  steps: [
    {
      slug: "home",
      titleFrom: "homeStatus",
      minutesLeft: 3,
      questions: [
        { kind: "choice", name: "homeStatus", options: ["rent", "own"], short: true },
        {
          kind: "amount",
          name: "rentAmount",
          min: 0,
          max: 9_000,
          hint: true,
          askedWhen: { question: "homeStatus", is: ["rent"] },
        },
      ],
    },
    {
      slug: "monthly-income",
      questions: [
        {
          kind: "amount",
          name: "monthlyIncome",
          min: 0,
          max: 9_000,
          short: true,
          since: 2,
          askedWhen: { question: "homeStatus", is: ["rent"] },
        },
      ],
    },
    {
      slug: "workplace",
      minutesLeft: 1,
      questions: [
        { kind: "text", name: "companyName", sealed: true },
        { kind: "text", name: "jobTitle", optional: true },
      ],
    },
    {
      slug: "contact",
      questions: [
        { kind: "person-name", name: "firstName", row: "name" },
        { kind: "person-name", name: "lastName", row: "name" },
      ],
    },
  ],
});
