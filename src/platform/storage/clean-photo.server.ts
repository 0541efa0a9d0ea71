import sharp from "sharp";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";

/** reference/security.md "Web": at most 10 MB and 40 megapixels, type by magic bytes, drawn anew. */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
const DECODING = { failOn: "error", limitInputPixels: 40_000_000, pages: 1 } as const;

type PhotoRefusal = { ok: false; code: "not_a_photo" | "photo_too_large" };

type CleanPhotoResult =
  | { ok: true; bytes: Uint8Array; widthPx: number; heightPx: number }
  | PhotoRefusal;

/**
 * A photo as a fresh WebP: turned the way it was taken, within the size given, and without whatever
 * else the file held (EXIF, GPS, a second file behind the picture).
 */
export async function cleanPhoto(
  file: Uint8Array,
  size: { widthPx: number; heightPx: number; fit: "cover" | "inside" },
): Promise<CleanPhotoResult> {
  const refusal = refuseUndecoded(file);
  if (refusal) return refusal;
  try {
    const { data, info } = await sharp(file, DECODING)
      .rotate()
      .resize({
        width: size.widthPx,
        height: size.heightPx,
        fit: size.fit,
        withoutEnlargement: size.fit === "inside",
      })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, widthPx: info.width, heightPx: info.height };
  } catch (error) {
    return refuseDecoded(error);
  }
}

/** Before the decoder sees it: formats that can name other files (SVG) never do. */
function refuseUndecoded(file: Uint8Array): PhotoRefusal | null {
  if (file.byteLength > PHOTO_MAX_BYTES) return { ok: false, code: "photo_too_large" };
  return isKnownPhoto(file) ? null : { ok: false, code: "not_a_photo" };
}

function refuseDecoded(error: unknown): PhotoRefusal {
  const isBomb = error instanceof Error && /pixel limit/i.test(error.message);
  return { ok: false, code: isBomb ? "photo_too_large" : "not_a_photo" };
}

/** JPEG, PNG, WebP, AVIF, by their first bytes. */
function isKnownPhoto(file: Uint8Array): boolean {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(16, file.byteLength));
  const text = head.toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    /^ftypavi[fs]/.test(text.slice(4))
  );
}

/** Less is no picture of a car, and nothing that a page could show. */
const SMALLEST_SIDE_PX = 200;
const WEBP = { quality: 80 };
/** AVIF at a low effort takes a fifth of the time and gives files a few percent larger. */
const AVIF = { quality: 55, effort: 2 };
const LONGEST_WORK_SECONDS = 30;

/** A photo of 40 megapixels takes 160 MB while it is read: two at once, the others wait. */
const inTurn = limitConcurrency(2);

export type PhotoRefusalCode = "not_a_photo" | "photo_too_large" | "photo_too_small";

type PhotoFile = { widthPx: number; format: "webp" | "avif"; bytes: Uint8Array };

type PhotoFilesResult =
  | { ok: true; widthPx: number; heightPx: number; files: PhotoFile[] }
  | { ok: false; code: PhotoRefusalCode };

/**
 * One upload as the files that pages show: WebP and AVIF in each width, never wider than the photo,
 * turned the way it was taken. Only pixels pass: EXIF with its GPS, and whatever else the file
 * held, stay behind. `widthsPx` from narrow to wide.
 */
export async function drawPhotoFiles(
  upload: Uint8Array,
  widthsOf: (widthPx: number) => readonly number[],
): Promise<PhotoFilesResult> {
  const refusal = refuseUndecoded(upload);
  if (refusal) return refusal;
  return inTurn(async () => {
    try {
      const size = await sharp(upload, DECODING).metadata();
      const { width, height } = size.autoOrient;
      if (Math.min(width, height) < SMALLEST_SIDE_PX) return { ok: false, code: "photo_too_small" };
      const widthsPx = widthsOf(width);
      const widestPx = widthsPx.at(-1) ?? width;
      const { data, info } = await sharp(upload, DECODING)
        .timeout({ seconds: LONGEST_WORK_SECONDS })
        .autoOrient()
        .resize({ width: widestPx })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { channels } = info;
      const raw = { width: info.width, height: info.height, channels };
      const files: PhotoFile[] = [];
      for (const widthPx of widthsPx) {
        const scaled = sharp(data, { raw }).resize({ width: widthPx });
        const webp = await scaled.clone().webp(WEBP).toBuffer();
        const avif = await scaled.clone().avif(AVIF).toBuffer();
        files.push({ widthPx, format: "webp", bytes: webp });
        files.push({ widthPx, format: "avif", bytes: avif });
      }
      return { ok: true, widthPx: info.width, heightPx: info.height, files };
    } catch (error) {
      return refuseDecoded(error);
    }
  });
}
