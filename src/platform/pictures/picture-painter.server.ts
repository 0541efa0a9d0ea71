import sharp, { type Raw, type Sharp } from "sharp";
import { carSvg } from "#packages/car-illustration";
import {
  drawingKey,
  type PictureAddress,
  SHARED_PICTURE,
} from "#packages/car-illustration/picture-address";

/** One processor for each picture. The pool decides how many are drawn at once. */
sharp.concurrency(1);
/** Each picture is drawn once, so libvips's cache would only use memory. */
sharp.cache(false);

/**
 * Quality for each format, chosen so that a card of 720 px takes less than 15 kB as WebP and about
 * 7 kB as AVIF, and a full picture of 1500 px less than 60 kB. AVIF effort is 2 of 9: with more,
 * the time doubles and the file is only 2% smaller.
 */
const WEBP_QUALITY = 74;
const WEBP_HERO_QUALITY = 62;
/** Only the soft shadow of a cut-out car is half transparent. */
const WEBP_ALPHA_QUALITY = 80;
const AVIF_QUALITY = 54;
const AVIF_EFFORT = 2;
const JPEG_QUALITY = 80;
const HERO_WIDTH_PX = 1500;

/**
 * A drawing is rasterised at one of two widths, each larger than the files made from it. The time
 * depends on the area: about 65 ms or 120 ms.
 */
const CARD_RASTER_WIDTH_PX = 1080;
const FULL_RASTER_WIDTH_PX = 1600;
const WIDEST_CARD_PX = 720;

/** Pixels of a whole drawing. */
interface Raster {
  key: string;
  pixels: Buffer;
  raw: Raw;
}

interface PicturePainter {
  /** The bytes of one file. */
  paint(address: PictureAddress): Promise<Uint8Array>;
}

/**
 * Rasterising the drawing takes most of the time, so the last raster is cached. Other sizes and the
 * other format of the same drawing, requested next, cost only their encoding.
 */
export function createPicturePainter(): PicturePainter {
  let last: Raster | undefined;
  return {
    paint: async (address) => {
      const widthPx = rasterWidthPx(address);
      const key = `${drawingKey(address)} ${widthPx}`;
      const raster = last?.key === key ? last : await rasterise(address, key, widthPx);
      last = raster;
      return encode(sharp(raster.pixels, { raw: raster.raw }), address).toBuffer();
    },
  };
}

function rasterWidthPx({ widthPx }: PictureAddress): number {
  return widthPx <= WIDEST_CARD_PX ? CARD_RASTER_WIDTH_PX : FULL_RASTER_WIDTH_PX;
}

/** SVG units are pixels at 72 per inch, so the density scales the drawing without resampling. */
async function rasterise(address: PictureAddress, key: string, widthPx: number): Promise<Raster> {
  const { body, colour, make, model, trim, seed, cutOut, flip } = address;
  const svg = carSvg({ body, colour, make, model, trim, seed, cutOut, flip });
  const density = 72 * (widthPx / FULL_RASTER_WIDTH_PX);
  const drawing = sharp(Buffer.from(svg), { density });
  // Only a cut-out car keeps its transparency, because alpha costs bytes.
  const { data, info } = await (cutOut ? drawing : drawing.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { key, pixels: data, raw: { width, height, channels } };
}

function encode(raster: Sharp, { format, widthPx }: PictureAddress): Sharp {
  const encoders: Record<PictureAddress["format"], () => Sharp> = {
    avif: () => raster.resize(widthPx).avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT }),
    webp: () =>
      raster.resize(widthPx).webp({
        quality: widthPx >= HERO_WIDTH_PX ? WEBP_HERO_QUALITY : WEBP_QUALITY,
        alphaQuality: WEBP_ALPHA_QUALITY,
      }),
    jpeg: () =>
      raster
        .resize(widthPx, SHARED_PICTURE.heightPx, { fit: "cover" })
        .composite([{ input: SIGNET, gravity: "southeast" }])
        .flatten({ background: "#fff" })
        .jpeg({ quality: JPEG_QUALITY, mozjpeg: true }),
  };
  return encoders[format]();
}

/**
 * The site's logo (ui/logo.tsx) in the corner of shared pictures, which appear alone in a social
 * feed.
 */
const SIGNET = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="132" viewBox="-16 -16 66 66">
    <circle cx="17" cy="17" r="24" fill="#fff"/>
    <g fill="#c8102e">
      <circle cx="17" cy="17" r="14.4" fill="none" stroke="#c8102e" stroke-width="4.2"/>
      <path d="M15.2 11.2h3.6l5.4 17.1a13.6 13.6 0 0 1-14.4 0z"/>
      <path fill="#fff" d="M16.55 14.6h.9l.25 3h-1.4zM16.15 20h1.7l.35 4.4h-2.4"/>
    </g>
  </svg>`,
);
