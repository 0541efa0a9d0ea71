import { Marked, type Tokens } from "marked";
import { safeAddress } from "#values/safe-address.ts";

/** A heading of the table of contents. */
export type Heading = { id: string; text: string };

/** The texts of a footnote's parts, in the reader's language. */
type FootnoteWords = {
  title: string;
  reference: (number: number) => string;
  back: (number: number) => string;
};

type Rendered = { html: string; headings: readonly Heading[]; wordCount: number };

/**
 * Converts a post's Markdown into HTML that is safe to insert into a page. Nothing from the source
 * is copied as HTML: every tag is written by the renderer below, the library escapes text and
 * attributes, and HTML in the source becomes text. A link goes to https, to an e-mail address or to
 * a page of the site; any other is not a link.
 */
export function renderMarkdown(
  markdown: string,
  { footnoteWords, href }: { footnoteWords: FootnoteWords; href: (path: string) => string },
): Rendered {
  const { text, notes } = splitFootnotes(markdown);
  const headings: Heading[] = [];
  const cited: string[] = [];
  const marked = new Marked({
    gfm: true,
    extensions: [citation(cited, footnoteWords)],
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const plain = decodeText(inner);
        if (depth !== 2) return `<h${depth}>${inner}</h${depth}>\n`;
        const id = slugify(plain);
        headings.push({ id, text: plain });
        return `<h2 id="${id}">${inner}</h2>\n`;
      },
      link({ href: target, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = safeAddress(target, href);
        return address === null ? inner : `<a ${linkAttributes(address)}>${inner}</a>`;
      },
      image: ({ text: alt }) => escapeHtml(alt),
      html: ({ text: source }) => escapeHtml(source),
      // A wide table scrolls in its own region, also by keyboard.
      table(token) {
        return `<div tabindex="0" role="region" aria-label="${escapeHtml(
          tableName(token),
        )}">${renderTable(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
    },
  });
  const body = marked.parse(text, { async: false });
  const list = cited.map((name, index) => {
    const note = notes.get(name);
    if (note === undefined) throw new Error(`The footnote [^${name}] is cited and not there.`);
    const number = index + 1;
    const words = marked.parseInline(note, { async: false });
    return (
      `<li id="note-${number}">${words} ` +
      `<a href="#cite-${number}" aria-label="${escapeHtml(footnoteWords.back(number))}">↩</a></li>\n`
    );
  });
  const uncited = [...notes.keys()].filter((name) => !cited.includes(name));
  if (uncited.length > 0) throw new Error(`Footnotes that nothing cites: ${uncited.join(", ")}.`);
  const footnotes =
    list.length === 0
      ? ""
      : `<section aria-labelledby="notes"><h2 id="notes">${escapeHtml(footnoteWords.title)}</h2>\n<ol>\n${list.join("")}</ol></section>\n`;
  if (list.length > 0) headings.push({ id: "notes", text: footnoteWords.title });
  return { html: body + footnotes, headings, wordCount: countWords(body) };
}

/** The text, and its footnotes by name: lines that begin with `[^name]:`. */
function splitFootnotes(markdown: string): { text: string; notes: Map<string, string> } {
  const notes = new Map<string, string>();
  const text = markdown.replace(
    /^\[\^([\w-]+)\]: (.+)$\n?/gm,
    (_line, name: string, note: string) => {
      notes.set(name, note);
      return "";
    },
  );
  return { text, notes };
}

/** `[^name]` in the text: becomes the number of its source, in the order of first citation. */
function citation(cited: string[], words: FootnoteWords) {
  return {
    name: "citation",
    level: "inline" as const,
    start: (source: string) => source.indexOf("[^"),
    tokenizer(source: string) {
      const [raw, name] = /^\[\^([\w-]+)\](?!:)/.exec(source) ?? [];
      if (raw === undefined || name === undefined) return undefined;
      return { type: "citation", raw, name };
    },
    renderer(token: Tokens.Generic) {
      const name = String(token["name"]);
      const isFirst = !cited.includes(name);
      if (isFirst) cited.push(name);
      const number = cited.indexOf(name) + 1;
      const id = isFirst ? ` id="cite-${number}"` : "";
      return `<sup><a href="#note-${number}"${id} aria-label="${escapeHtml(words.reference(number))}">${number}</a></sup>`;
    },
  };
}

function linkAttributes(address: string): string {
  const outside = address.startsWith("https:") ? ' rel="noopener noreferrer"' : "";
  return `href="${escapeHtml(address)}"${outside}`;
}

function tableName({ header }: Tokens.Table): string {
  return header
    .map(({ text }) => text)
    .filter(Boolean)
    .join(", ");
}

function renderTable(
  { header, rows }: Tokens.Table,
  inline: (cell: Tokens.TableCell) => string,
): string {
  // The corner above the row headings is not a heading.
  const head = header
    .map((cell) => (cell.text === "" ? "<td></td>" : `<th scope="col">${inline(cell)}</th>`))
    .join("");
  const body = rows.map(([first, ...rest]) => {
    const name = first ? `<th scope="row">${inline(first)}</th>` : "";
    return `<tr>${name}${rest.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

/** An id for use in an address: letters without accents, digits and hyphens. */
function slugify(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function countWords(html: string): number {
  return decodeText(html).match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
}

const ENTITIES = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);

/** The text of our own HTML, without its tags. */
function decodeText(html: string): string {
  return html
    .replace(/<sup>.*?<\/sup>|<[^>]+>/g, "")
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
