import type { Sharp } from "sharp";
import { decodeHeic } from "#platform/decoding/decode-file.server.ts";
import { limitConcurrency } from "#platform/limit/concurrency.server.ts";
import { loadSharp } from "#platform/decoding/load-sharp.server.ts";

/**
 * reference/security.md "Web": at most 10 MB and 40 megapixels, type by magic bytes, re-encoded.
 */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
const DECODING = { failOn: "error", limitInputPixels: MOST_PIXELS, pages: 1 } as const;

type PhotoRefusal = { ok: false; code: "not_a_photo" | "photo_too_large" };

type CleanPhotoResult =
  | { ok: true; bytes: Uint8Array; widthPx: number; heightPx: number }
  | PhotoRefusal;

/**
 * Re-encodes a photo as WebP: rotated upright, within the given size, and without anything else
 * that the file contained (EXIF, GPS, a second file behind the picture).
 */
export async function cleanPhoto(
  file: Uint8Array,
  size: { widthPx: number; heightPx: number; fit: "cover" | "inside" },
): Promise<CleanPhotoResult> {
  const opened = await openPhoto(file);
  if (!opened.ok) return opened;
  try {
    const { data, info } = await opened
      .read()
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

/** Search engines want a logo of at least 112 px (schema.org's Organization at Google). */
const LOGO_SIZE = { width: 640, height: 144, fit: "inside", withoutEnlargement: true } as const;
const LOGO_SMALLEST_SIDE_PX = 32;

export type LogoRefusalCode = PhotoRefusal["code"] | "photo_too_small";

/**
 * Re-encodes a logo as PNG, which every mail program shows, with its transparent parts, and without
 * anything else that the file contained.
 */
export async function drawLogo(
  file: Uint8Array,
): Promise<Exclude<CleanPhotoResult, PhotoRefusal> | { ok: false; code: LogoRefusalCode }> {
  const opened = await openPhoto(file);
  if (!opened.ok) return opened;
  try {
    const { data, info } = await opened
      .read()
      .rotate()
      .resize(LOGO_SIZE)
      .png({ palette: true })
      .toBuffer({ resolveWithObject: true });
    if (Math.min(info.width, info.height) < LOGO_SMALLEST_SIDE_PX)
      return { ok: false, code: "photo_too_small" };
    return { ok: true, bytes: data, widthPx: info.width, heightPx: info.height };
  } catch (error) {
    return refuseDecoded(error);
  }
}

/**
 * Opens a photo, whose `read` can be called several times. Formats that can refer to other files
 * (SVG) are refused before a decoder sees them. HEIC, the format of many phones, has a separate
 * decoder, because sharp is built without one.
 */
async function openPhoto(
  file: Uint8Array,
): Promise<{ ok: true; read: () => Sharp } | PhotoRefusal> {
  if (file.byteLength > PHOTO_MAX_BYTES) return { ok: false, code: "photo_too_large" };
  const sharp = await loadSharp();
  if (isHeic(file)) {
    const decoded = await decodeHeic(file, { mostPixels: MOST_PIXELS });
    if (!decoded.ok) {
      const isHuge = decoded.code === "too_many_pixels";
      return { ok: false, code: isHuge ? "photo_too_large" : "not_a_photo" };
    }
    const { widthPx: width, heightPx: height, rgba } = decoded.picture;
    return { ok: true, read: () => sharp(rgba, { raw: { width, height, channels: 4 } }) };
  }
  if (!isKnownPhoto(file)) return { ok: false, code: "not_a_photo" };
  return { ok: true, read: () => sharp(file, DECODING) };
}

function refuseDecoded(error: unknown): PhotoRefusal {
  const isBomb = error instanceof Error && /pixel limit/i.test(error.message);
  return { ok: false, code: isBomb ? "photo_too_large" : "not_a_photo" };
}

/** Whether it is JPEG, PNG, WebP or AVIF, by the first bytes. */
function isKnownPhoto(file: Uint8Array): boolean {
  const text = readHead(file);
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    /^ftypavi[fs]/.test(text.slice(4))
  );
}

/** Whether it is HEIF with HEVC (ISO/IEC 23008-12), by its brands; AVIF is not among them. */
function isHeic(file: Uint8Array): boolean {
  return /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(readHead(file).slice(4));
}

function readHead(file: Uint8Array): string {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(16, file.byteLength));
  return head.toString("latin1");
}

/** A smaller picture shows too little of a car, and no page could use it. */
const SMALLEST_SIDE_PX = 200;
/**
 * WebP is for browsers without AVIF. Both use little effort, because the person who uploads waits.
 * For a photo of 12 megapixels, both formats in all widths take 0.5 s of one processor. At WebP's
 * default effort and AVIF's second lowest it was 2 s, for files 15 percent smaller.
 */
const WEBP = { quality: 80, effort: 2 };
const AVIF = { quality: 55, effort: 0 };
const LONGEST_WORK_SECONDS = 30;

/**
 * A photo of 40 megapixels takes 160 MB while it is decoded. At most two are decoded at once; the
 * others wait.
 */
const inTurn = limitConcurrency(2);

export type PhotoRefusalCode = "not_a_photo" | "photo_too_large" | "photo_too_small";

type PhotoFile = { widthPx: number; format: "webp" | "avif"; bytes: Uint8Array };

type PhotoFilesResult =
  | { ok: true; widthPx: number; heightPx: number; files: PhotoFile[] }
  | { ok: false; code: PhotoRefusalCode };

/**
 * Makes the files of one upload that pages show: WebP and AVIF in each width, never wider than the
 * photo, rotated upright. Only pixels are kept: EXIF with its GPS and everything else in the file
 * is dropped. `widthsOf` returns the widths from narrow to wide.
 */
export async function drawPhotoFiles(
  upload: Uint8Array,
  widthsOf: (widthPx: number) => readonly number[],
): Promise<PhotoFilesResult> {
  return inTurn(async () => {
    const opened = await openPhoto(upload);
    if (!opened.ok) return opened;
    try {
      const { width, height } = (await opened.read().metadata()).autoOrient;
      if (Math.min(width, height) < SMALLEST_SIDE_PX) return { ok: false, code: "photo_too_small" };
      const widthsPx = widthsOf(width);
      const widestPx = widthsPx.at(-1) ?? width;
      const { data, info } = await opened
        .read()
        .timeout({ seconds: LONGEST_WORK_SECONDS })
        .autoOrient()
        .resize({ width: widestPx })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { channels } = info;
      const sharp = await loadSharp();
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
