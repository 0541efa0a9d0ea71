import { languageTag, type Locale } from "#values/locale.ts";
import { formatPhone } from "#values/format.ts";
import { addressLine, site } from "#site/site.ts";
import type { EmailWords } from "./events/event.ts";

type LaidOutEmail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
};

/**
 * An e-mail as text and as HTML, signed with the sender, their address, and how to reach them (CASL
 * s. 6(2), SOR/2012-36 s. 2). Addresses that begin with `origin` are ours and become links; an
 * address that a member typed stays text.
 */
export function layOutEmail(
  { subject, paragraphs, replyTo, unsubscribe }: EmailWords,
  { locale, origin }: { locale: Locale; origin: string },
): LaidOutEmail {
  const signature = [
    site.legalName,
    addressLine(),
    `${site.email} · ${formatPhone(site.phone, locale)}`,
  ].join("\n");
  const signed = [...paragraphs, signature];
  const body = signed.map((paragraph) => `<p>${renderParagraph(paragraph, origin)}</p>`).join("");
  return {
    subject,
    text: signed.join("\n\n"),
    html: `<!doctype html><html lang="${languageTag[locale]}"><body>${logoFor(origin)}${body}</body></html>`,
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(unsubscribe === undefined
      ? {}
      : {
          headers: {
            "List-Unsubscribe": `<${unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          },
        }),
  };
}

/** In the site's own colour, if it has one. Mail programs ignore stylesheets, but not this. */
function paint(link: string): string {
  return site.colours ? `<font color="${site.accent}">${link}</font>` : link;
}

/** The company's own logo; mail programs that load no pictures show its name instead. */
function logoFor(origin: string): string {
  if (!site.logo) return "";
  const { src, width, height } = site.logo;
  return `<p><img src="${origin}${src}" alt="${escapeHtml(site.name)}" width="${width}" height="${height}"></p>`;
}

function renderParagraph(paragraph: string, origin: string): string {
  return paragraph
    .split(/(\s+)/)
    .map((word) => {
      const plain = escapeHtml(word).replaceAll("\n", "<br>");
      return word.startsWith(`${origin}/`) ? `<a href="${plain}">${paint(plain)}</a>` : plain;
    })
    .join("");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
