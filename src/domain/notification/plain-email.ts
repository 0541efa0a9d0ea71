import { languageTag, type Locale } from "#values/locale.ts";
import { site } from "#site/site.ts";

export type EmailWords = { subject: string; text: string; html: string };

/** An e-mail of plain paragraphs, signed with who sends it and from where (CASL s. 6(2)). */
export function plainEmail(given: {
  locale: Locale;
  subject: string;
  paragraphs: readonly string[];
}): EmailWords {
  const paragraphs = [
    ...given.paragraphs,
    [
      site.legalName,
      `${site.streetAddress}, ${site.city} ${site.provinceCode} ${site.postalCode}`,
    ].join("\n"),
  ];
  return {
    subject: given.subject,
    text: paragraphs.join("\n\n"),
    html: `<!doctype html><html lang="${languageTag[given.locale]}"><body>${paragraphs
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
      .join("")}</body></html>`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
