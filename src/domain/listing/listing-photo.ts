import { PICTURE_WIDTHS_PX } from "#packages/car-illustration/picture-address";
import type { PictureSource } from "#ui/picture.tsx";

export const PHOTO_FORMATS = ["avif", "webp"] as const;
type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** A photo as pages show it. */
export type ListingPhoto = {
  /** The random part of its file names. */
  key: string;
  /** The size of the widest file. */
  widthPx: number;
  heightPx: number;
  /** The seller's description; may be empty. */
  alt: string;
};

const WIDEST_PX = PICTURE_WIDTHS_PX[PICTURE_WIDTHS_PX.length - 1] ?? 1500;

/**
 * The widths of a photo's files, ascending: those of drawn cars, but never wider than the photo.
 */
export function choosePhotoWidthsPx(widthPx: number): number[] {
  const widest = Math.min(widthPx, WIDEST_PX);
  return [...PICTURE_WIDTHS_PX.filter((width) => width < widest), widest];
}

/** The name of one file of a photo, such as `6f0c…-720.avif`. */
export function formatPhotoFileName(key: string, widthPx: number, format: PhotoFormat): string {
  return `${key}-${widthPx}.${format}`;
}

/** The storage key of a photo's file, by its name. */
export function formatPhotoStorageKey(fileName: string): string {
  return `photos/${fileName}`;
}

/** The sources that `<picture>` needs to show a photo. */
export function buildPhotoSource(
  photo: Pick<ListingPhoto, "key" | "widthPx" | "heightPx">,
): PictureSource {
  const { key, widthPx, heightPx } = photo;
  const widthsPx = choosePhotoWidthsPx(widthPx);
  const buildAddress = (width: number, format: PhotoFormat) =>
    `/photos/${formatPhotoFileName(key, width, format)}`;
  const srcSet = (format: PhotoFormat) =>
    widthsPx.map((width) => `${buildAddress(width, format)} ${width}w`).join(", ");
  const fallback = widthsPx.findLast((width) => width <= 720) ?? widthsPx[0] ?? widthPx;
  return {
    avif: srcSet("avif"),
    webp: srcSet("webp"),
    src: buildAddress(fallback, "webp"),
    widthPx,
    heightPx,
  };
}

/** reference/security.md "Limits on everything": up to twenty photos per listing. */
export const MOST_PHOTOS = 20;

export type PhotoStep = "earlier" | "later" | "first";

/**
 * The ids in the wanted order. Unknown and repeated ids are ignored; ids that are not named follow.
 */
export function arrangePhotos(present: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(present);
  const named = [...new Set(wanted)].filter((id) => known.has(id));
  return [...named, ...present.filter((id) => !named.includes(id))];
}

/**
 * The ids with one moved by one position, or to the front. At the end of the row it does not move.
 */
export function movePhoto(present: readonly string[], id: string, step: PhotoStep): string[] {
  const from = present.indexOf(id);
  if (from < 0) return [...present];
  const to = step === "first" ? 0 : from + (step === "earlier" ? -1 : 1);
  const order = present.filter((each) => each !== id);
  order.splice(Math.max(0, to), 0, id);
  return order;
}

/** The ids after one was dropped on another: behind it if it was moved forward, else before it. */
export function dropPhotoOn(present: readonly string[], id: string, onto: string): string[] {
  if (id === onto) return [...present];
  const isForward = present.indexOf(id) < present.indexOf(onto);
  const order = present.filter((each) => each !== id);
  order.splice(order.indexOf(onto) + (isForward ? 1 : 0), 0, id);
  return order;
}
