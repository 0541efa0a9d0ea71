import { expect, test } from "vitest";
import { translateIn } from "#forms/translate.server.ts";
import { draftAnswers } from "./draft-answers.ts";

test.each(["en", "fr"] as const)(
  "a trim chosen in %s is stored as both languages show it",
  (locale) => {
    const words = { locale, translate: translateIn(locale) };
    expect(draftAnswers({ bodyTrim: "luxury" }, words)).toMatchObject({ trim: "Luxury" });
    expect(draftAnswers({ bodyTrim: "base" }, words)).toMatchObject({ trim: "Base" });
  },
);
