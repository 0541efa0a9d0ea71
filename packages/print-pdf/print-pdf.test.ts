import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect, test } from "vitest";
import { canWrite, measure, PAGE_WIDTH, PrintedPage, wrap, writePdf } from "./print-pdf.ts";

test("another program reads every page, with its words", async () => {
  const first = new PrintedPage();
  first.write("Acte de vente : l’œuvre d’été, 13 800 $ (Côté & fils)", {
    x: 48,
    y: 60,
    size: 12,
    isBold: true,
  });
  first.rule(48, 70, PAGE_WIDTH - 48);
  const second = new PrintedPage();
  second.write("Signature", { x: 48, y: 700, size: 9 });
  const bytes = writePdf([first, second], { title: "Acte – été", language: "fr-CA" });

  const document = await (await PDFiumLibrary.init()).loadDocument(bytes);
  expect(document.getPageCount()).toBe(2);
  const texts = [0, 1].map((index) => document.getPage(index).getText());
  expect(texts[0]).toContain("Acte de vente : l’œuvre d’été, 13 800 $ (Côté & fils)");
  expect(texts[1]).toContain("Signature");
});

test.each([
  ["Anne-Marie Côté, 13 800 $ « ferme »", true],
  ["Nguyễn Văn Đức", false],
  ["王小明", false],
])("%s can be written: %s", (text, can) => {
  expect(canWrite(text)).toBe(can);
  const write = () => new PrintedPage().write(text, { x: 0, y: 0, size: 9 });
  if (can) expect(write).not.toThrow();
  else expect(write).toThrow(/not in the encoding/);
});

test("lines are broken between words, by the width of the letters", () => {
  const style = { size: 10 };
  expect(measure("été", style)).toBe(measure("ete", style));
  expect(measure("été", { ...style, isBold: true })).toBeGreaterThan(measure("été", style));
  const lines = wrap("The seller states that the car is theirs to sell.", 90, style);
  expect(lines.join(" ")).toBe("The seller states that the car is theirs to sell.");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(measure(line, style)).toBeLessThanOrEqual(90);
  expect(wrap("Incomprehensibility", 10, style)).toEqual(["Incomprehensibility"]);
});
