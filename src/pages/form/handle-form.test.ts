import { describe, expect, test } from "vitest";
import { definePageForm } from "#forms/define-form.ts";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { handleForm, type Outcome, showForm } from "./handle-form.server.ts";

/** With the texts of the call-back form. */
const noteForm = definePageForm({
  name: "note",
  messagePrefix: "call_back_form",
  questions: [
    { kind: "person-name", name: "name" },
    { kind: "text", name: "subject", maxLength: 5, optional: true },
  ],
});

describeForm(noteForm);

const visitor = { locale: "en" } as const;

const post = (
  fields: Record<string, string>,
  accept: Parameters<typeof handleForm<typeof noteForm, Outcome>>[2] = ({ name }) => ({
    ok: true,
    saved: name,
  }),
) => handleForm(noteForm, { raw: rawFields(fields), visitor }, accept);

test("shows what is known, and says which form it is", () => {
  expect(showForm(noteForm, visitor, { name: "Zoé" })).toMatchObject({
    form: "note",
    hidden: [{ name: "form", value: "note" }],
    questions: [
      { name: "name", label: "Full Name", value: "Zoé", required: true },
      { name: "subject", value: "", optionalText: "(optional)" },
    ],
  });
});

test("good answers are accepted, typed by their form", async () => {
  const { data, init } = await post({ name: " Zoé  Roy ", note: "ignored" });
  expect({ data, init }).toEqual({ data: { ok: true, saved: "Zoé Roy" }, init: null });
});

test("an accepted form may lead on", async () => {
  const leading = post({ name: "Zoé" }, () => ({ ok: true, redirectTo: "/fr/account" }));
  const thrown = await leading.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown).toMatchObject({ status: 303 });
  expect((thrown as Response).headers.get("location")).toBe("/fr/account");
});

test.each([
  ["left blank", "", "missing", "Enter your full name"],
  ["no name", "<b>", "not_a_name", /write the name/u],
  ["a NUL", "Zoé\u0000", "unaccepted_character", /hidden character/u],
  ["half a character", "Zoé\ud800", "unaccepted_character", /hidden character/u],
])("%s: 422, all errors in words, everything as typed", async (_what, name, code, words) => {
  const { data, init } = await post({ name, subject: "far too long" });
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({
    ok: false,
    fieldErrors: [
      { field: "name", code, control: "name", message: expect.stringMatching(words) },
      { field: "subject", code: "too_long" },
    ],
    view: {
      errorSummary: { items: [{ href: "#name" }, { href: "#subject" }] },
      questions: [
        {
          value: name.replaceAll("\u0000", "").replaceAll("\ud800", ""),
          error: expect.stringMatching(words),
        },
        { value: "far too long" },
      ],
    },
  });
});

test("what only the command knows comes back beside its field", async () => {
  const { data, init } = await post({ name: "Zoé", subject: "car" }, () => ({
    ok: false,
    fieldErrors: [{ question: "subject", code: "missing" }],
  }));
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({ ok: false, fieldErrors: [{ field: "subject", step: "note" }] });
});

test("what no field can put right is said above the form, which is kept", async () => {
  const { data, init } = await post({ name: "Zoé" }, () => ({
    ok: false,
    message: "Too many. Try again in a minute.",
    status: 429,
    retryAfterSeconds: 60,
  }));
  expect(init).toEqual({ status: 429, headers: { "retry-after": "60" } });
  expect(data).toMatchObject({
    ok: false,
    view: {
      errorSummary: { text: "Too many. Try again in a minute.", items: [] },
      questions: [{ value: "Zoé" }, {}],
    },
  });
});

describe("a form that is one of several on its page", () => {
  const several = definePageForm({
    name: "rename",
    messagePrefix: "call_back_form",
    isOneOfSeveral: true,
    questions: [{ kind: "person-name", name: "bearer", words: "call_back_form_name" }],
  });

  test("has ids of its own, and posts the names of its questions", async () => {
    const { data } = await handleForm(several, { raw: rawFields({}), visitor }, () => ({
      ok: true,
    }));
    expect(data).toMatchObject({
      ok: false,
      fieldErrors: [{ field: "bearer", control: "rename-bearer" }],
      view: {
        errorSummary: { items: [{ href: "#rename-bearer", text: "Enter your full name" }] },
        questions: [{ name: "bearer", id: "rename-bearer", describedBy: "rename-bearer-error" }],
      },
    });
  });

  test("asks in the words that another form has too", () => {
    expect(showForm(several, visitor).questions[0]?.label).toBe("Full Name");
  });

  test("is no form whose controls name themselves", () => {
    expect(() =>
      definePageForm({
        name: "born",
        messagePrefix: "call_back_form",
        isOneOfSeveral: true,
        questions: [{ kind: "date", name: "day" }],
      }),
    ).toThrow("its ids");
  });
});
