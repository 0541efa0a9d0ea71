import { resolve } from "node:path";
import { now } from "#platform/clock/clock.server.ts";
import { drawPdfPage } from "#platform/decoding/decode-file.server.ts";
import { loadSharp } from "#platform/decoding/load-sharp.server.ts";
import type { DocumentType } from "./document.ts";

/** The site's own font, so that it also works on a machine without fonts. */
const FONT = {
  font: "Figtree Variable 20",
  fontfile: resolve(
    "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  ),
};

/** The text of the watermark: who views which document, and when. */
export function wordWatermark(viewer: { name: string }, reference: string): string {
  const at = now().toISOString().slice(0, 16).replace("T", " ");
  return `${viewer.name} · ${at} UTC · ${reference}`;
}

/**
 * One page of a document for a viewer: a picture with the viewer and the time all over it, so that
 * a photo of the screen shows whose it was. Null if the page cannot be rendered.
 */
export async function drawForViewer(
  bytes: Uint8Array,
  input: { contentType: DocumentType; page: number; watermark: string },
): Promise<Buffer | null> {
  if (input.contentType !== "application/pdf") return drawWatermark(bytes, input.watermark);
  const { page } = input;
  const drawn = await drawPdfPage(bytes, { page, longestSidePx: LONGEST_SIDE_PX });
  if (!drawn.ok) return null;
  const { widthPx: width, heightPx: height, rgba } = drawn.picture;
  const sharp = await loadSharp();
  const paper = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: "#ffffff" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return drawWatermark(paper, input.watermark);
}

/**
 * Large enough that the small print of a page stays legible: some 170 dots per inch for a
 * letter-size page.
 */
const LONGEST_SIDE_PX = 1_900;

async function drawWatermark(picture: Uint8Array, text: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(picture).metadata();
  const tile = await drawTile(text);
  const fitting = await sharp(tile)
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .toBuffer();
  return sharp(picture)
    .composite([{ input: fitting, tile: true }])
    .webp({ quality: 82 })
    .toBuffer();
}

async function drawTile(text: string): Promise<Buffer> {
  const escaped = text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const sharp = await loadSharp();
  const line = await sharp({
    text: {
      ...FONT,
      text: `<span foreground="#c0202b" alpha="45%">${escaped}</span>`,
      rgba: true,
      dpi: 110,
    },
  })
    .png()
    .toBuffer();
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(line)
    .extend({ top: 30, bottom: 30, left: 40, right: 40, background: clear })
    .rotate(-24, { background: clear })
    .png()
    .toBuffer();
}
