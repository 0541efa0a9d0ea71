import sharp, { type Raw, type Sharp } from "sharp";
import { carSvg } from "#packages/car-illustration";
import {
  drawingKey,
  type PictureAddress,
  type PictureFormat,
} from "#packages/car-illustration/picture-address";

/** One processor for each picture: the pool decides how many are drawn at once. */
sharp.concurrency(1);
/** Each picture is drawn once; what libvips remembers would only fill memory. */
sharp.cache(false);

/**
 * Quality for each format, tuned so that a card of 720 px takes 14 to 25 kB as WebP and 10 to 16 kB
 * as AVIF, and a whole car of 1500 px stays below 60 kB. AVIF effort 2 of 9: above it the time
 * doubles and the file shrinks by 2 %.
 */
const WEBP_QUALITY = 74;
const WEBP_HERO_QUALITY = 62;
/** Only the soft shadow of a picture without a ground is half transparent. */
const WEBP_ALPHA_QUALITY = 80;
const AVIF_QUALITY = 54;
const AVIF_EFFORT = 2;
const HERO_WIDTH_PX = 1500;

/**
 * Drawings become pixels at one of two widths, each larger than the files made from it. The time
 * goes with the area, most of it into blurred shadows: some 300 ms against 550 ms.
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

export interface PicturePainter {
  /** The bytes of one file. */
  paint(address: PictureAddress): Promise<Uint8Array>;
}

/**
 * Turning the drawing into pixels takes most of the time, so the last raster is kept: the other
 * sizes and the other format of a drawing, asked for in a row, cost only their encoding.
 */
export function createPicturePainter(): PicturePainter {
  let last: Raster | undefined;
  return {
    paint: async (address) => {
      const widthPx = rasterWidthPx(address);
      const key = `${drawingKey(address)} ${widthPx}`;
      const raster = last?.key === key ? last : await rasterise(address, key, widthPx);
      last = raster;
      const sized = sharp(raster.pixels, { raw: raster.raw }).resize(address.widthPx);
      return encode(sized, address).toBuffer();
    },
  };
}

function rasterWidthPx({ widthPx }: PictureAddress): number {
  return widthPx <= WIDEST_CARD_PX ? CARD_RASTER_WIDTH_PX : FULL_RASTER_WIDTH_PX;
}

/** SVG units are pixels at 72 per inch: the density scales the drawing without resampling it. */
async function rasterise(address: PictureAddress, key: string, widthPx: number): Promise<Raster> {
  const { body, colour, trim, view, backdrop, seed, flip } = address;
  const svg = carSvg({ body, colour, trim, view, backdrop, seed, flip });
  const density = 72 * (widthPx / FULL_RASTER_WIDTH_PX);
  const drawing = sharp(Buffer.from(svg), { density });
  // Only a picture without a ground keeps its transparency: alpha costs bytes.
  const { data, info } = await (backdrop === "none" ? drawing : drawing.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { key, pixels: data, raw: { width, height, channels } };
}

function encode(image: Sharp, { format, widthPx }: PictureAddress): Sharp {
  const encoders: Record<PictureFormat, () => Sharp> = {
    avif: () => image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT }),
    webp: () =>
      image.webp({
        quality: widthPx >= HERO_WIDTH_PX ? WEBP_HERO_QUALITY : WEBP_QUALITY,
        alphaQuality: WEBP_ALPHA_QUALITY,
      }),
  };
  return encoders[format]();
}
