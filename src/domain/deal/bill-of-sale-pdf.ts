import {
  canWrite,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  PrintedPage,
  wrap,
  writePdf,
} from "#packages/print-pdf";
import { languageTag } from "#values/locale.ts";
import type { Bilingual, BillOfSale } from "./bill-of-sale.ts";

const LEFT = 48;
const RIGHT = PAGE_WIDTH - 48;
const VALUES = 260;
const BOTTOM = PAGE_HEIGHT - 60;

/**
 * The bill of sale as a PDF. A name with letters that the PDF's fonts do not have is left blank, to
 * be written by hand; the page shows it.
 */
export function writeBillOfSalePdf(bill: BillOfSale): Uint8Array {
  const pages: PrintedPage[] = [new PrintedPage()];
  let page = pages[0]!;
  let y = 56;
  const makeRoom = (height: number) => {
    if (y + height <= BOTTOM) return;
    page = new PrintedPage();
    pages.push(page);
    y = 56;
  };
  const writeLines = (text: string, size: number, isBold = false) => {
    for (const line of wrap(text, RIGHT - LEFT, { size, isBold })) {
      makeRoom(size + 4);
      page.write(line, { x: LEFT, y, size, isBold });
      y += size + 4;
    }
  };
  const writeHeading = ([first, second]: Bilingual) => {
    makeRoom(44);
    y += 8;
    page.write(first === second ? first : `${first} / ${second}`, {
      x: LEFT,
      y,
      size: 11,
      isBold: true,
    });
    page.rule(LEFT, y + 4, RIGHT);
    y += 19;
  };

  writeLines(bill.title[0], 19, true);
  writeLines(bill.title[1], 12);
  for (const { title, lines } of bill.sections) {
    writeHeading(title);
    for (const { label, value } of lines) {
      const texts = [...new Set(label)].flatMap((text, index) =>
        wrap(text, VALUES - LEFT - 10, { size: index === 0 ? 9 : 8 }).map((each) => ({
          each,
          size: index === 0 ? 9 : 8,
        })),
      );
      const size = 10;
      const written =
        value !== null && canWrite(value)
          ? wrap(value, RIGHT - VALUES, { size, isBold: true })
          : [];
      makeRoom(Math.max(texts.length * 10, written.length * 12) + 6);
      const top = y;
      for (const { each, size } of texts) {
        page.write(each, { x: LEFT, y, size });
        y += 10;
      }
      if (written.length === 0) page.rule(VALUES, top + 3, RIGHT);
      for (const [index, each] of written.entries())
        page.write(each, { x: VALUES, y: top + index * 12, size, isBold: true });
      y = Math.max(y, top + written.length * 12) + 4;
    }
  }
  writeHeading(bill.signaturesTitle);
  for (const text of bill.statement) writeLines(text, 9);
  for (const [first, second] of bill.signatures) {
    makeRoom(50);
    y += 26;
    page.rule(LEFT, y, RIGHT);
    y += 11;
    page.write(`${first} / ${second}`, { x: LEFT, y, size: 8 });
    y += 6;
  }
  y += 10;
  for (const text of bill.footer) writeLines(text, 7);
  return writePdf(pages, {
    title: bill.title.join(" / "),
    language: languageTag[bill.languages[0]],
  });
}
