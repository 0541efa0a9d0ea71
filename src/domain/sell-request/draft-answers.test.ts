import { expect, test } from "vitest";
import { translateIn } from "#forms/translate.server.ts";
import { buildDraftAnswers } from "./draft-answers.ts";

test.each(["en", "fr"] as const)(
  "a trim chosen in %s is stored as both languages show it",
  (locale) => {
    const words = { locale, translate: translateIn(locale) };
    expect(buildDraftAnswers({ bodyTrim: "luxury" }, words)).toMatchObject({ trim: "Luxury" });
    expect(buildDraftAnswers({ bodyTrim: "base" }, words)).toMatchObject({ trim: "Base" });
  },
);
