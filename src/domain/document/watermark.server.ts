import { resolve } from "node:path";
import { now } from "#platform/clock/clock.server.ts";
import sharp from "sharp";

/** The site's own letters, so that a machine without fonts draws them too. */
const FONT = {
  font: "Figtree Variable 20",
  fontfile: resolve(
    "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  ),
};

/** Who looks at what, and when, in words that stand over it. */
export function wordWatermark(viewer: { name: string }, reference: string): string {
  const at = now().toISOString().slice(0, 16).replace("T", " ");
  return `${viewer.name} · ${at} UTC · ${reference}`;
}

/** Draws who looks, and when, all over a picture: a photo of the screen says whose it was. */
export async function drawWatermark(picture: Uint8Array, text: string): Promise<Buffer> {
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
