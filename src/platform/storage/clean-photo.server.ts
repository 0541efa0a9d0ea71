import sharp from "sharp";

/** reference/security.md "Web": at most 10 MB and 40 megapixels, type by magic bytes, drawn anew. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 40_000_000;
const QUALITY = 82;

export type CleanPhotoResult =
  | { ok: true; bytes: Uint8Array; widthPx: number; heightPx: number }
  | { ok: false; code: "not_a_photo" | "photo_too_large" };

/**
 * A photo as a fresh WebP: turned the way it was taken, within the size given, and without whatever
 * else the file held (EXIF, GPS, a second file behind the picture).
 */
export async function cleanPhoto(
  file: Uint8Array,
  size: { widthPx: number; heightPx: number; fit: "cover" | "inside" },
): Promise<CleanPhotoResult> {
  if (file.byteLength > PHOTO_MAX_BYTES) return { ok: false, code: "photo_too_large" };
  // Before the decoder sees it: formats that can name other files (SVG) never do.
  if (!isKnownPhoto(file)) return { ok: false, code: "not_a_photo" };
  const image = sharp(file, { failOn: "error", limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 });
  try {
    const { data, info } = await image
      .rotate()
      .resize({
        width: size.widthPx,
        height: size.heightPx,
        fit: size.fit,
        withoutEnlargement: size.fit === "inside",
      })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, widthPx: info.width, heightPx: info.height };
  } catch (error) {
    const isBomb = error instanceof Error && /pixel limit/i.test(error.message);
    return { ok: false, code: isBomb ? "photo_too_large" : "not_a_photo" };
  }
}

/** JPEG, PNG, WebP, AVIF, by their first bytes. */
export function isKnownPhoto(file: Uint8Array): boolean {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(16, file.byteLength));
  const text = head.toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    /^ftypavi[fs]/.test(text.slice(4))
  );
}
