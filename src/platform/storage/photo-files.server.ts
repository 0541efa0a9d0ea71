import sharp from "sharp";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { isKnownPhoto, PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from "./clean-photo.server.ts";

/** Less is no picture of a car, and nothing that a page could show. */
const SMALLEST_SIDE_PX = 200;
const WEBP = { quality: 80 };
/** AVIF at a low effort takes a fifth of the time and gives files a few percent larger. */
const AVIF = { quality: 55, effort: 2 };
const LONGEST_WORK_SECONDS = 30;

/** A photo of 40 megapixels takes 160 MB while it is read: two at once, the others wait. */
const inTurn = limitConcurrency(2);

export type PhotoProblem = "not_a_photo" | "photo_too_large" | "photo_too_small";

export type PhotoFile = { widthPx: number; format: "webp" | "avif"; bytes: Uint8Array };

export type PhotoFilesResult =
  | { ok: true; widthPx: number; heightPx: number; files: PhotoFile[] }
  | { ok: false; code: PhotoProblem };

/**
 * One upload as the files that pages show: WebP and AVIF in each width, never wider than the photo,
 * turned the way it was taken. Only pixels pass: EXIF with its GPS, and whatever else the file
 * held, stay behind. `widthsPx` from narrow to wide.
 */
export async function drawPhotoFiles(
  upload: Uint8Array,
  widthsOf: (widthPx: number) => readonly number[],
): Promise<PhotoFilesResult> {
  if (upload.byteLength > PHOTO_MAX_BYTES) return { ok: false, code: "photo_too_large" };
  // Before the decoder sees it: formats that can name other files (SVG) never do.
  if (!isKnownPhoto(upload)) return { ok: false, code: "not_a_photo" };
  return inTurn(async () => {
    const options = { failOn: "error", limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 } as const;
    try {
      const size = await sharp(upload, options).metadata();
      const { width, height } = size.autoOrient;
      if (Math.min(width, height) < SMALLEST_SIDE_PX) return { ok: false, code: "photo_too_small" };
      const widthsPx = widthsOf(width);
      const widestPx = widthsPx.at(-1) ?? width;
      const { data, info } = await sharp(upload, options)
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
      const isBomb = error instanceof Error && /pixel limit/i.test(error.message);
      return { ok: false, code: isBomb ? "photo_too_large" : "not_a_photo" };
    }
  });
}
