import { parentPort, workerData } from "node:worker_threads";
import { PDFiumLibrary, type PDFiumDocument } from "@hyzyla/pdfium";
import libheif from "libheif-js/wasm-bundle.js";

/**
 * The input of a thread. The thread reports when it begins to decode the file, sends one response,
 * and is then ended.
 */
export type DecodeJob =
  | { kind: "heic"; file: Uint8Array; mostPixels: number }
  /**
   * Draws every page in a small size, so that a PDF is refused if one of its pages cannot be shown.
   */
  | { kind: "pdf"; file: Uint8Array; mostPages: number; isCountedOnly: boolean }
  /** Pages are counted from 1. */
  | { kind: "pdf_page"; file: Uint8Array; page: number; longestSidePx: number };

export type Pixels = { widthPx: number; heightPx: number; rgba: Uint8Array };

export type DecodeResponse =
  | { ok: true; kind: "picture"; picture: Pixels }
  | { ok: true; kind: "pdf"; pageCount: number }
  | { ok: false; code: "unreadable" | "too_many_pixels" | "too_many_pages" | "locked" };

/** Sent when the decoder is loaded. The time limit for the file begins here. */
export type Begun = "begun";

/** The memory limit of a decoder. If a file needs more, decoding it fails. */
const MOST_MEMORY_BYTES = 512 * 1024 * 1024;
const WASM_PAGE_BYTES = 65_536;
const PROOF_SIDE_PX = 240;
/** A PDF's unit is 1/72 inch. Scanners typically write 200 dots an inch, so more is not useful. */
const MOST_SCALE = 200 / 72;

const { prototype } = WebAssembly.Memory;
const grow: (this: WebAssembly.Memory, pages: number) => number = Reflect.get(prototype, "grow");
prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MOST_MEMORY_BYTES)
    throw new RangeError("A file wants too much memory.");
  return grow.call(this, pages);
};

decode(workerData as DecodeJob).then(respond, () => respond({ ok: false, code: "unreadable" }));

function respond(message: DecodeResponse): void {
  const isPicture = message.ok && message.kind === "picture";
  parentPort?.postMessage(message, isPicture ? [message.picture.rgba.buffer as ArrayBuffer] : []);
}

async function decode(job: DecodeJob): Promise<DecodeResponse> {
  if (job.kind === "heic") return decodeHeic(job);
  const library = await PDFiumLibrary.init();
  parentPort?.postMessage("begun" satisfies Begun);
  const opened = await library.loadDocument(job.file).catch((error: unknown) => String(error));
  if (typeof opened === "string")
    return { ok: false, code: /password/i.test(opened) ? "locked" : "unreadable" };
  return job.kind === "pdf" ? proveDrawable(opened, job) : drawPage(opened, job);
}

async function decodeHeic({
  file,
  mostPixels,
}: Extract<DecodeJob, { kind: "heic" }>): Promise<DecodeResponse> {
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return { ok: false, code: "unreadable" };
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > mostPixels) return { ok: false, code: "too_many_pixels" };
  const data = new Uint8ClampedArray(width * height * 4);
  const drawn = await new Promise((done) => image.display({ data, width, height }, done));
  const rgba = new Uint8Array(data.buffer);
  return drawn && rgba.length > 0
    ? { ok: true, kind: "picture", picture: { widthPx: width, heightPx: height, rgba } }
    : { ok: false, code: "unreadable" };
}

async function proveDrawable(
  document: PDFiumDocument,
  { mostPages, isCountedOnly }: { mostPages: number; isCountedOnly: boolean },
): Promise<DecodeResponse> {
  const pageCount = document.getPageCount();
  if (pageCount > mostPages) return { ok: false, code: "too_many_pages" };
  for (let page = 1; page <= pageCount && !isCountedOnly; page += 1) {
    const drawn = await drawPage(document, { page, longestSidePx: PROOF_SIDE_PX });
    if (!drawn.ok) return drawn;
  }
  return pageCount > 0 ? { ok: true, kind: "pdf", pageCount } : { ok: false, code: "unreadable" };
}

async function drawPage(
  document: PDFiumDocument,
  { page, longestSidePx }: { page: number; longestSidePx: number },
): Promise<DecodeResponse> {
  const found = document.getPage(page - 1);
  const { originalWidth, originalHeight } = found.getOriginalSize();
  const scale = Math.min(MOST_SCALE, longestSidePx / Math.max(originalWidth, originalHeight));
  const drawn = await found.render({ scale, render: "bitmap", renderFormFields: true });
  const { width: widthPx, height: heightPx } = drawn;
  if (!(widthPx > 0 && heightPx > 0)) return { ok: false, code: "unreadable" };
  // A copy, because the bytes may be in PDFium's memory, which cannot be transferred to another
  // thread.
  return { ok: true, kind: "picture", picture: { widthPx, heightPx, rgba: drawn.data.slice() } };
}
