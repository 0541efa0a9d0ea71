import type { Locator, Page } from "playwright-core";

const WORDS_A_MINUTE = 200;
const SECONDS_A_PRESS = 3;
const SECONDS_A_FIELD = 2;

/**
 * Does with a page what a person does, and counts how long it would take them: every
 * sentence is read once, before the press after it. A count and not a clock, so a slow machine changes nothing.
 */
export function readingPerson(page: Page) {
  const known = new Set<string>();
  let words = 0;
  let presses = 0;
  let fields = 0;
  const read = async () => {
    const main = page.getByRole("main");
    const text = await main.innerText();
    // The choices of a closed list are in that text, and nobody sees them.
    const choices = new Set(await main.getByRole("option").allInnerTexts());
    for (const sentence of text.split(/\n|(?<=[.:!?])\s+/u).map((each) => each.trim())) {
      if (sentence === "" || known.has(sentence) || choices.has(sentence)) continue;
      known.add(sentence);
      words += sentence.split(/\s+/u).length;
    }
  };
  return {
    page,
    read,
    async press(control: Locator) {
      await control.waitFor();
      await read();
      presses += 1;
      await control.click();
    },
    async type(control: Locator, text: string) {
      fields += 1;
      await control.fill(text);
    },
    async choose(control: Locator, option: string) {
      presses += 1;
      await control.selectOption(option);
    },
    async tick(box: Locator) {
      presses += 1;
      await box.press("Space");
    },
    /** What another part of the journey did for them. */
    add(done: { presses?: number; fields?: number }) {
      presses += done.presses ?? 0;
      fields += done.fields ?? 0;
    },
    count() {
      const seconds = presses * SECONDS_A_PRESS + fields * SECONDS_A_FIELD;
      return { words, presses, fields, minutes: words / WORDS_A_MINUTE + seconds / 60 };
    },
  };
}

export type ReadingPerson = ReturnType<typeof readingPerson>;
