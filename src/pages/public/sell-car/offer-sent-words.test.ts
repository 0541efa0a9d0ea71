import { expect, test } from "vitest";
import { describeContactStep } from "./offer-sent-words.ts";

test("whoever has the reference is not asked to call about an offer that has an address already", () => {
  for (const isOwn of [true, false])
    expect(describeContactStep({ isOwn, hasContact: true })).toBe(
      "Then we’ll contact you with our offer.",
    );
  expect(describeContactStep({ isOwn: false, hasContact: false })).toMatch(/^Have us call you/u);
  expect(describeContactStep({ isOwn: true, hasContact: false })).toMatch(/^Tell us above/u);
});
