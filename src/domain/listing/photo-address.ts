import { PICTURE_WIDTHS_PX } from "#packages/car-illustration/picture-address";
import type { PictureSource } from "#ui/picture.tsx";

export const PHOTO_FORMATS = ["avif", "webp"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** A photo as pages show it. */
export type ListingPhoto = {
  /** The random part of its files' names. */
  key: string;
  /** Of the widest file. */
  widthPx: number;
  heightPx: number;
  /** The seller's words for it, or empty. */
  alt: string;
};

const WIDEST_PX = PICTURE_WIDTHS_PX[PICTURE_WIDTHS_PX.length - 1] ?? 1500;

/** The widths of a photo's files, narrow to wide: those of drawn cars, never wider than the photo. */
export function photoWidthsPx(widthPx: number): number[] {
  const widest = Math.min(widthPx, WIDEST_PX);
  return [...PICTURE_WIDTHS_PX.filter((width) => width < widest), widest];
}

/** The name of one file of a photo, such as `6f0c…-720.avif`. */
export function photoFileName(key: string, widthPx: number, format: PhotoFormat): string {
  return `${key}-${widthPx}.${format}`;
}

/** Where the files of a photo lie in the storage, by their name. */
export function photoStorageKey(fileName: string): string {
  return `photos/${fileName}`;
}

/** What `<picture>` needs to show a photo. */
export function photoSource(
  photo: Pick<ListingPhoto, "key" | "widthPx" | "heightPx">,
): PictureSource {
  const { key, widthPx, heightPx } = photo;
  const widthsPx = photoWidthsPx(widthPx);
  const addressOf = (width: number, format: PhotoFormat) =>
    `/photos/${photoFileName(key, width, format)}`;
  const srcSet = (format: PhotoFormat) =>
    widthsPx.map((width) => `${addressOf(width, format)} ${width}w`).join(", ");
  const fallback = widthsPx.findLast((width) => width <= 720) ?? widthsPx[0] ?? widthPx;
  return {
    avif: srcSet("avif"),
    webp: srcSet("webp"),
    src: addressOf(fallback, "webp"),
    widthPx,
    heightPx,
  };
}
