// ISO 32000-1: the file's structure §7.5, content streams §7.8, text §9, WinAnsiEncoding annex D.

/** US Letter, in points of 1/72 inch. */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;

export type TextStyle = { size: number; isBold?: boolean };

/** One page. Positions are in points from its top left corner; `y` is the baseline of the text. */
export class PrintedPage {
  readonly #operators: string[] = [];

  /** @throws if a character is not in the encoding (`canWrite`) */
  write(text: string, { x, y, size, isBold = false }: TextStyle & { x: number; y: number }): void {
    const font = isBold ? "B" : "R";
    const at = `${round(x)} ${round(PAGE_HEIGHT - y)}`;
    this.#operators.push(`BT /${font} ${size} Tf ${at} Td <${toHex(encode(text))}> Tj ET`);
  }

  /** A thin horizontal line. */
  rule(fromX: number, y: number, toX: number): void {
    const height = round(PAGE_HEIGHT - y);
    this.#operators.push(`0.6 w ${round(fromX)} ${height} m ${round(toX)} ${height} l S`);
  }

  get content(): string {
    return this.#operators.join("\n");
  }
}

/** The file, as bytes. `language` is a tag such as fr-CA. */
export function writePdf(
  pages: readonly PrintedPage[],
  { title, language }: { title: string; language: string },
): Uint8Array {
  const pageIds = pages.map((_page, index) => FIRST_PAGE + index * 2);
  const kids = pageIds.map((id) => `${id} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title <FEFF${toHex16(title)}> >>`,
    ...pages.flatMap(({ content }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] ` +
        `/Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${FIRST_PAGE + index * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return assemble(objects);
}

const FIRST_PAGE = 6;

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/**
 * Everything written is ASCII, so each character is one byte, and the offsets of the
 * cross-reference table are string lengths.
 */
function assemble(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.7\n";
  const positions: number[] = [];
  for (const [index, object] of objects.entries()) {
    positions.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = file.length;
  const entries = positions
    .map((position) => `${String(position).padStart(10, "0")} 00000 n \n`)
    .join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\n`;
  file += `startxref\n${table}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}

/** The characters of Windows-1252 between ASCII and its Latin letters. */
const SPECIAL: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "€": 0x80,
    "…": 0x85,
    Š: 0x8a,
    Œ: 0x8c,
    Ž: 0x8e,
    "‘": 0x91,
    "’": 0x92,
    "“": 0x93,
    "”": 0x94,
    "•": 0x95,
    "–": 0x96,
    "—": 0x97,
    š: 0x9a,
    œ: 0x9c,
    ž: 0x9e,
    Ÿ: 0x9f,
    // The narrow no-break space of French punctuation.
    "\u202f": 0x20,
    "\u00a0": 0x20,
  }),
);

function codeOf(letter: string): number | null {
  const special = SPECIAL.get(letter);
  if (special !== undefined) return special;
  const code = letter.codePointAt(0) ?? 0;
  const isAscii = code >= 0x20 && code <= 0x7e;
  return isAscii || (code > 0xa0 && code <= 0xff) ? code : null;
}

/** Whether every character of the text is in the encoding. */
export function canWrite(text: string): boolean {
  return [...text.normalize("NFC")].every((letter) => codeOf(letter) !== null);
}

function encode(text: string): number[] {
  return [...text.normalize("NFC")].map((letter) => {
    const code = codeOf(letter);
    if (code === null) throw new Error("A letter is not in the encoding of the page's fonts.");
    return code;
  });
}

function toHex(codes: readonly number[]): string {
  return codes.map((code) => code.toString(16).padStart(2, "0")).join("");
}

function toHex16(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, "0"),
  ).join("");
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

// Widths in thousandths of the font size, from Adobe's metrics of Helvetica and Helvetica-Bold, for
// the codes 32 to 126. An accented letter is as wide as its base letter.
// oxfmt-ignore
const REGULAR = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
  1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
  333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
  556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
// oxfmt-ignore
const BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
  556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
  975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
  333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
  611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
/** The width of any other character: no dash or quotation mark is wider. */
const OTHER = 1000;

/** The width of a text in points. */
export function measure(text: string, { size, isBold = false }: TextStyle): number {
  const widths = isBold ? BOLD : REGULAR;
  let thousandths = 0;
  for (const letter of text.normalize("NFD")) {
    const code = letter.codePointAt(0) ?? 0;
    const isAccent = code >= 0x300 && code <= 0x36f;
    if (!isAccent) thousandths += widths[(SPECIAL.get(letter) ?? code) - 32] ?? OTHER;
  }
  return (thousandths * size) / 1000;
}

/** Splits a text into lines that fit a width; a word that is too long gets its own line. */
export function wrap(text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +|\n/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measure(longer, style) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
