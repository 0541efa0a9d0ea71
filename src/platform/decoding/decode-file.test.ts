import { expect, test, vi } from "vitest";
import { HEIC_PHOTO, writePdf, writeSelfDrawingPdf } from "./decode.fixture.ts";
import { decodeHeic, drawPdfPage, readPdf } from "./decode-file.server.ts";

const pixel = (rgba: Uint8Array, index: number) => [...rgba.subarray(index * 4, index * 4 + 3)];

test("a phone's photo is drawn", async () => {
  const decoded = await decodeHeic(HEIC_PHOTO, { mostPixels: 320 * 240 });
  if (!decoded.ok) throw new Error(decoded.code);
  const { widthPx, heightPx, rgba } = decoded.picture;
  expect([widthPx, heightPx, rgba.length]).toEqual([320, 240, 320 * 240 * 4]);
  const [red = 0, , blue = 0] = pixel(rgba, 0);
  expect([red < 60, blue > 150]).toEqual([true, true]);
  expect(pixel(rgba, 319)).toEqual([255, 255, 255]);
});

test.each([
  ["more pixels than may be", HEIC_PHOTO, "too_many_pixels"],
  ["a photo that was cut off", HEIC_PHOTO.subarray(0, 400), "unreadable"],
  ["its head alone", HEIC_PHOTO.subarray(0, 24), "unreadable"],
  [
    "its head before something else",
    Buffer.concat([HEIC_PHOTO.subarray(0, 32), Buffer.alloc(9_999, 7)]),
    "unreadable",
  ],
])("refused as HEIC: %s", async (_what, file, code) => {
  expect(await decodeHeic(file, { mostPixels: 320 * 240 - 1 })).toEqual({ ok: false, code });
});

test("a photo that nothing begins to draw within half a minute is given up", async () => {
  // Only the timer for the wait: it ends before any thread could have begun.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const drawn = decodeHeic(HEIC_PHOTO, { mostPixels: 320 * 240 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await drawn).toEqual({ ok: false, code: "unreadable" });
  } finally {
    vi.useRealTimers();
  }
});

test("each page of a PDF is drawn, within the side given", async () => {
  const pdf = writePdf([{}, { width: 2_000, height: 14_000, text: "Second" }]);
  expect(await readPdf(pdf, { mostPages: 2 })).toEqual({ ok: true, kind: "pdf", pageCount: 2 });
  const sizes = [];
  for (const page of [1, 2]) {
    const drawn = await drawPdfPage(pdf, { page, longestSidePx: 1_000 });
    if (!drawn.ok) throw new Error(drawn.code);
    const { widthPx, heightPx, rgba } = drawn.picture;
    sizes.push([widthPx, heightPx]);
    // Letters on white paper.
    expect([rgba.some((each) => each < 250), rgba.at(-1)]).toEqual([true, 255]);
  }
  expect(sizes).toEqual([
    [833, 555],
    [142, 1_000],
  ]);
});

test.each<[string, Buffer, object, string]>([
  ["no PDF at all", Buffer.from("%PDF-1.7\nabc\n%%EOF\n"), {}, "unreadable"],
  ["one that was cut off", writePdf().subarray(0, 120), {}, "unreadable"],
  ["no page", writePdf([]), {}, "unreadable"],
  ["a page without a width", writePdf([{ width: 100_000, height: 1 }]), {}, "unreadable"],
  ["one that asks for a password", writePdf([{}], { isLocked: true }), {}, "locked"],
  ["more pages than may be", writePdf([{}, {}, {}, {}]), {}, "too_many_pages"],
  ["one that takes too long", writeSelfDrawingPdf(), { timeoutMs: 1 }, "unreadable"],
])("refused as PDF: %s", async (_what, file, input, code) => {
  expect(await readPdf(file, { mostPages: 3, ...input })).toEqual({ ok: false, code });
});

test("a PDF that draws itself is given up after 5 s, and the next one is read", async () => {
  const file = writeSelfDrawingPdf();
  expect(file.length).toBeLessThan(700);
  const begun = performance.now();
  const [proof, page] = await Promise.all([
    readPdf(file, { mostPages: 1 }),
    drawPdfPage(file, { page: 1, longestSidePx: 1_000 }),
  ]);
  expect([proof, page]).toEqual(Array(2).fill({ ok: false, code: "unreadable" }));
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(await readPdf(writePdf(), { mostPages: 1 })).toMatchObject({ ok: true });
});

test("a page that is not there is none", async () => {
  const drawn = await drawPdfPage(writePdf(), { page: 2, longestSidePx: 100 });
  expect(drawn).toEqual({ ok: false, code: "unreadable" });
});
