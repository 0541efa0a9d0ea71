import { expect, test } from "vitest";
import { sayHowToBeReached } from "./offer-sent-words.ts";

test("whoever has the reference is not asked to call about an offer that has an address already", () => {
  for (const isOwn of [true, false])
    expect(sayHowToBeReached({ isOwn, hasContact: true })).toBe(
      "Then we’ll contact you with our offer.",
    );
  expect(sayHowToBeReached({ isOwn: false, hasContact: false })).toMatch(/^Have us call you/u);
  expect(sayHowToBeReached({ isOwn: true, hasContact: false })).toMatch(/^Tell us above/u);
});
