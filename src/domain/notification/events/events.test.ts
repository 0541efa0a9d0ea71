import { describe, expect, test } from "vitest";
import { type Locale, LOCALES } from "#values/locale.ts";
import { site } from "#site/site.ts";
import { layOutEmail } from "#domain/notification/email-layout.ts";
import type { Channel, Content, EmailWords } from "./event.ts";
import { type EventName, EVENTS } from "./events.ts";
import { createRendering } from "#domain/notification/send.server.ts";

const ORIGIN = "https://cars.example.ca";

/** A placeholder that was not filled, or a missing value. */
const LEFT_OVER = /\{\w+\}|undefined|\bnull\b|NaN|\[object/;
/**
 * As in house/messages.test.ts for the texts alone; here for the whole, with the filled-in values.
 */
const LOOSE_FRENCH =
  /(?<![\u202F\u00A0&\d/])[;!?](?=\s|$)|«(?![\u00A0\u202F])|(?<![\u00A0\u202F])»|\p{L}'\p{L}/u;

const names = Object.keys(EVENTS) as EventName[];
const cases = names.flatMap((name) => LOCALES.map((locale) => ({ name, locale })));

/** Everything that the event can say, as its reader sees it. */
function readings(name: EventName, locale: Locale): { channel: Channel; content: unknown }[] {
  const { channel, renderExamples, label } = EVENTS[name];
  expect(label({}, { locale })).not.toBe("");
  return renderExamples(createRendering(locale, ORIGIN)).map((content) => ({ channel, content }));
}

describe.each(cases)("$name in $locale", ({ name, locale }) => {
  test("reads as it should", () => {
    for (const { channel, content } of readings(name, locale)) {
      expect(content).toMatchSnapshot();
      expect(JSON.stringify(content)).not.toMatch(LEFT_OVER);
      if (channel === "email") checkEmail(content as EmailWords, locale);
      if (locale === "fr" && !["adf_email", "spreadsheet", "https"].includes(channel))
        expect(collectWords(content)).not.toMatch(LOOSE_FRENCH);
    }
  });
});

function checkEmail(words: EmailWords, locale: Locale): void {
  expect(words.subject).toMatch(/\S/);
  expect(words.subject).not.toMatch(/[\r\n]/);
  const { text, html } = layOutEmail(words, { locale, origin: ORIGIN });
  expect(text.startsWith(words.paragraphs[0] ?? "")).toBe(true);
  for (const due of [site.legalName, site.streetAddress, site.email]) expect(text).toContain(due);
  for (const address of text.match(/https?:\/\/\S+/g) ?? []) {
    expect(new URL(address).origin).toBe(ORIGIN);
    expect(new URL(address).pathname.startsWith("/fr/")).toBe(locale === "fr");
    expect(html).toContain(`<a href="${address.replaceAll("&", "&#38;")}">`);
  }
}

function collectWords(content: unknown): string {
  if (typeof content === "string") return content;
  if (isPush(content)) return content.title;
  const { subject, paragraphs } = content as EmailWords;
  return [subject, ...paragraphs].join("\n").replace(/https?:\/\/\S+/g, "");
}

function isPush(content: unknown): content is Content["push"] {
  return typeof content === "object" && content !== null && "title" in content;
}

test("an address that a member typed is text, one of ours can be pressed", () => {
  const words = {
    subject: "Hello",
    paragraphs: [
      `See ${ORIGIN}/details/1?a=1&b=2\nor https://elsewhere.example/x`,
      `${ORIGIN}.evil.example/ <script>"x"</script>`,
    ],
  };
  const { html } = layOutEmail(words, { locale: "fr", origin: ORIGIN });
  const address = `${ORIGIN}/details/1?a=1&#38;b=2`;
  expect(html).toContain(
    `<p>See <a href="${address}">${address}</a><br>or https://elsewhere.example/x</p>`,
  );
  expect(html).not.toContain("evil.example/</a>");
  expect(html).not.toContain("<script>");
  expect(html).toContain('<html lang="fr-CA">');
});
