import { expect, test } from "vitest";
import { LOCALES } from "#values/locale.ts";
import { termsSections } from "./sell-terms.ts";

test.each(LOCALES)("the words of the terms that lead somewhere stand in them, in %s", (locale) => {
  const sections = termsSections(locale);
  const linked = sections.flatMap(({ text, links = [] }) =>
    links.map(({ words }) => [text, words]),
  );
  expect(linked).toHaveLength(5);
  expect(linked.filter(([text = "", words = ""]) => !text.includes(words))).toEqual([]);
});
