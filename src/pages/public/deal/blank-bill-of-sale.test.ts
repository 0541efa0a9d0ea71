import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect, test } from "vitest";
import { buildBlankBillOfSale } from "#domain/deal/bill-of-sale.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import { PROVINCES, provinceName } from "#values/province.ts";
import { loader } from "./blank-bill-of-sale-pdf.page.ts";

const ask = (province: string) =>
  loader({
    request: new Request(`http://site.test/bill-of-sale.pdf?province=${province}`),
  } as Parameters<typeof loader>[0]);

test.each(PROVINCES)("the blank bill of %s is empty and names the province below", (province) => {
  const { languages, sections, footer } = buildBlankBillOfSale(province);
  const expected: readonly Locale[] = province === "QC" ? ["fr", "en"] : ["en", "fr"];
  expect(languages).toEqual(expected);
  const filled = sections.flatMap(({ lines }) => lines).filter(({ value }) => value !== null);
  expect(filled).toEqual([]);
  for (const [index, locale] of languages.entries())
    expect(footer[index]).toContain(provinceName(province, locale));
  expect(new Set(languages)).toEqual(new Set(LOCALES));
});

test.each([
  ["ON", "Bill of sale", "Acte de vente"],
  ["QC", "Acte de vente", "Bill of sale"],
])("the PDF of %s begins %o, then %o", async (province, first, second) => {
  const result = ask(province);
  expect(result.headers.get("content-type")).toBe("application/pdf");
  const bytes = new Uint8Array(await result.arrayBuffer());
  const pdf = await (await PDFiumLibrary.init()).loadDocument(bytes);
  const text = pdf.getPage(0).getText();
  expect(text.startsWith(first)).toBe(true);
  expect(text.indexOf(second)).toBeGreaterThan(0);
});

test.each(["", "XX", "NU"])("%o is no province: there is no PDF of it", (province) => {
  expect(() => ask(province)).toThrow(expect.objectContaining({ init: { status: 404 } }));
});
