import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { readOne } from "#forms/one-question.fixture.ts";
import { leadNoteForm, revealReasonForm } from "./staff-notes.form.ts";

describeForm(leadNoteForm);
describeForm(revealReasonForm);

test.each([
  [" Called twice.\r\nNo answer ", "Called twice.\nNo answer"],
  ["x".repeat(2_001), "!too_long"],
  ["bell\u0007", "!unaccepted_character"],
  [" ", undefined],
])("the note %j is read as %j", (typed, expected) => {
  const [note] = leadNoteForm.steps[0].questions;
  expect(readOne(note, typed)).toBe(expected);
});
