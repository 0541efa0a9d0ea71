import { describe, expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { CLAIM_SETTINGS, needsSource } from "./claim-settings.ts";
import { ownClaimForm } from "./own-claim.form.ts";

describe("a claim in the operator's words", () => {
  describeForm(ownClaimForm);
});

test.each([
  ["About 5 minutes", true],
  ["100 % en ligne", true],
  ["The best rates", true],
  ["Le plus grand choix", true],
  ["Made in Canada", false],
  ["Une équipe d’ici", false],
])("%s: a proof is asked for: %s", (words, isAsked) => {
  expect(needsSource(words)).toBe(isAsked);
});

const claim = { claim: "time", en: "A few minutes", fr: "Quelques minutes", source: "" } as const;
test.each([
  ["in both languages", [claim], true],
  ["twice", [claim, claim], false],
  ["longer than its line", [{ ...claim, en: "A few minutes, ".repeat(4) }], false],
  ["with a number that nothing proves", [{ ...claim, en: "5 minutes" }], false],
  ["with a number and its proof", [{ ...claim, en: "5 minutes", source: "Our logs" }], true],
])("a claim %s: stored: %s", (_, stored, isStored) => {
  expect(CLAIM_SETTINGS.claimWords.stored.safeParse(stored).success).toBe(isStored);
});
