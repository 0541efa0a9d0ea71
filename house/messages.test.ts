import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const settings = JSON.parse(readFileSync("project.inlang/settings.json", "utf8")) as {
  "plugin.inlang.messageFormat": { pathPattern: string[] };
};
const registered = settings["plugin.inlang.messageFormat"].pathPattern;
const names = readdirSync("messages/en");

type Words = Record<string, string>;
const loadWords = (locale: string, name: string) =>
  JSON.parse(readFileSync(`messages/${locale}/${name}`, "utf8")) as Words;
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] ?? "")
    .toSorted((a, b) => a.localeCompare(b));

/** Texts that are the same in both languages: names, numbers, words that French borrowed. */
const SAME_IN_BOTH =
  /^[\d\s\W]*$|^(Rouvia|VIN|Orange|Sport|Bluetooth|Messages?|Documents?|Base|Condition|Notes?|Transmission|Minutes?|Date|Description|Place|SMS|Type|Total|FAQ|Options?|Actions?|[Aa]ccidents?|Google|WhatsApp|Instagram|Facebook|TikTok|Diesel|Budget|Province|Beige|Menu|English|Français)$/;

describe.each(names)("messages/%s", (name) => {
  const en = loadWords("en", name);
  const fr = loadWords("fr", name);

  test("is compiled", () => {
    expect(registered).toContain(`./messages/{locale}/${name}`);
  });

  test("has the same keys in both languages", () => {
    expect(Object.keys(fr).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  test("has the same blanks to fill", () => {
    const differing = Object.keys(en).filter(
      (key) => String(placeholders(en[key] ?? "")) !== String(placeholders(fr[key] ?? "")),
    );
    expect(differing).toEqual([]);
  });

  test("is translated", () => {
    const left = Object.keys(en).filter(
      (key) =>
        en[key] === fr[key] &&
        /[a-z]{3}/i.test((en[key] ?? "").replace(/\{\w+\}/g, "")) &&
        !SAME_IN_BOTH.test(en[key] ?? ""),
    );
    expect(left).toEqual([]);
  });

  test("is typeset as French is in Québec", () => {
    // A narrow no-break space before ; ! ?, a no-break space before : and inside « ».
    const loose =
      /(?<![\u202F\u00A0&\d/])[;!?](?=\s|$)|[^\u00A0\u202F\d/]:(?=\s|$)|«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»|\w'\w/u;
    const wrong = Object.entries(fr)
      .filter(([, text]) => loose.test(text))
      .map(([key, text]) => `${key}: ${text}`);
    expect(wrong).toEqual([]);
  });
});

test("the words of every e-mail and SMS stand in notification.json", () => {
  const events = "src/domain/notification/events/";
  const used = readdirSync(events)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(events + name, "utf8").matchAll(/\bm\.([a-z]\w+)/g)])
    .map(([, key = ""]) => key);
  const there = loadWords("en", "notification.json");
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((key) => !(key in there))).toEqual([]);
});
