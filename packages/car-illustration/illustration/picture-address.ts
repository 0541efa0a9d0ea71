import {
  BODIES,
  COLOURS,
  nameCodes,
  PICTURE_RATIO,
  TRIMS,
  type Body,
  type CarIllustration,
  type Colour,
  type Trim,
} from "./options.ts";
import { hash } from "./seeded-random.ts";

/**
 * Raise this by one whenever the drawings or their encoding change: stored pictures are in a folder
 * with this number, and browsers cache a picture forever under its numbered address. The golden
 * hashes in car-svg.test.ts show when this is necessary.
 */
export const ILLUSTRATION_VERSION = 3;

/** The widths that are made. With fewer sizes more visitors share each cached file. */
export const PICTURE_WIDTHS_PX = [300, 480, 720, 960, 1500] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

export const PICTURE_FORMATS = ["avif", "webp"] as const;
type PictureFormat = (typeof PICTURE_FORMATS)[number];

/**
 * The picture of a shared link: the ratio that the networks crop to (ogp.me names none; all of them
 * accept 1.91 to 1), in the one format that all of them read.
 */
export const SHARED_PICTURE = { widthPx: 1200, heightPx: 630, format: "jpeg" } as const;

/** One of the sizes that pages show, or the one for shared links. */
export type PictureFile =
  | { widthPx: PictureWidth; format: PictureFormat }
  | Pick<typeof SHARED_PICTURE, "widthPx" | "format">;

/** A drawn picture as a file: everything that determines its bytes. */
export type PictureAddress = PictureFile & Drawing;

/** What is drawn, independent of the file. */
type Drawing = {
  body: Body;
  colour: Colour;
  trim: Trim;
  /** Lower-case letters and digits only, both or neither. */
  make?: string | undefined;
  model?: string | undefined;
  /** A number, or a short word and a number: `42`, `demo-42`. */
  seed: string;
  cutOut: boolean;
  flip: boolean;
};

/** The same for all files of one drawing. */
export function drawingKey(address: PictureAddress): string {
  return drawingName(address);
}

const FOLDER = "/pictures/";
const SEED = "(?:[a-z]{1,8}-)?(?:0|[1-9]\\d{0,4})";

/** The name of the file, the same on disk and in the path. */
export function pictureFileName(address: PictureAddress): string {
  return fileName(drawingName(address), address);
}

/** The beginning of the names of all files of one drawing. */
function drawingName(drawing: Drawing): string {
  const { body, colour, trim, make, model, seed, cutOut, flip } = drawing;
  return [
    `${body}-${colour}-${trim}`.toLowerCase(),
    ...(make && model ? [`${make}.${model}`] : []),
    `s${seed}`,
    ...(cutOut ? ["cutout"] : []),
    ...(flip ? ["flip"] : []),
  ].join("-");
}

function fileName(drawing: string, { widthPx, format }: PictureFile): string {
  return `${drawing}-${widthPx}.${format}`;
}

/** The path of the picture, such as `/pictures/suv-blue-luxury-s42-720.avif`. */
export function picturePath(address: PictureAddress): string {
  return FOLDER + pictureFileName(address);
}

const NAME = "[a-z0-9]{1,24}";
const PATTERN = new RegExp(
  `^${FOLDER}(?<body>[a-z]+)-(?<colour>[a-z]+)-(?<trim>[a-z]+)` +
    `(?:-(?<make>${NAME})\\.(?<model>${NAME}))?-s(?<seed>${SEED})` +
    `(?<cutOut>-cutout)?(?<flip>-flip)?-(?<width>\\d+)\\.(?<format>[a-z]+)$`,
);

/** Parses a path without its query. Null for anything not written exactly as above. */
export function parsePicturePath(path: string): PictureAddress | null {
  const groups = PATTERN.exec(path)?.groups;
  if (!groups) return null;
  const body = findCode(BODIES, groups.body);
  const colour = findCode(COLOURS, groups.colour);
  const trim = findCode(TRIMS, groups.trim);
  const file = findFile(groups);
  const { make, model, seed } = groups;
  if (!body || !colour || !trim || !file || !seed) return null;
  const [cutOut, flip] = [Boolean(groups.cutOut), Boolean(groups.flip)];
  return { body, colour, trim, make, model, seed, cutOut, flip, ...file };
}

function findFile(written: Record<string, string>): PictureFile | null {
  const { widthPx: sharedPx, format: shared } = SHARED_PICTURE;
  if (written.format === shared && written.width === String(sharedPx))
    return { widthPx: sharedPx, format: shared };
  const format = findCode(PICTURE_FORMATS, written.format);
  const widthPx = PICTURE_WIDTHS_PX.find((width) => String(width) === written.width);
  return format && widthPx ? { widthPx, format } : null;
}

function findCode<Code extends string>(
  codes: readonly Code[],
  written: string | undefined,
): Code | undefined {
  return codes.find((code) => code.toLowerCase() === written);
}

/** The address of one file of an illustration, with the defaults filled in. */
export function pictureAddress(illustration: CarIllustration, file: PictureFile): PictureAddress {
  return { ...completeDrawing(illustration), ...file };
}

function completeDrawing(illustration: CarIllustration): Drawing {
  const { body, colour, trim = "Base", cutOut = false, flip = false } = illustration;
  const seed = seedCode(illustration.seed ?? 1);
  const { make, model } = nameCodes(illustration);
  return { body, colour, trim, make, model, seed, cutOut, flip };
}

const SEED_PATTERN = new RegExp(`^${SEED}$`);

/**
 * A seed that an address cannot contain, such as an identifier, is replaced by a number derived
 * from it.
 */
function seedCode(seed: string | number): string {
  const text = String(seed);
  return SEED_PATTERN.test(text) ? text : String(hash(text) % 10_000);
}

/** The input of a `<picture>`: a `srcset` for each format, and one file for older browsers. */
interface PictureSources {
  avif: string;
  webp: string;
  src: string;
  widthPx: number;
  heightPx: number;
}

/** Sources in all widths, or in those given, smallest first. The last one determines the ratio. */
export function pictureSources(
  illustration: CarIllustration,
  widthsPx: readonly [PictureWidth, ...PictureWidth[]] = PICTURE_WIDTHS_PX,
): PictureSources {
  // Computed once: a page shows many pictures, each in a dozen files.
  const drawing = drawingName(completeDrawing(illustration));
  const url = (file: PictureFile) => numbered(FOLDER + fileName(drawing, file));
  const srcSet = (format: PictureFormat): string =>
    widthsPx.map((widthPx) => `${url({ widthPx, format })} ${widthPx}w`).join(", ");
  const largest = widthsPx.at(-1)!;
  const fallback = widthsPx.findLast((width) => width <= 720) ?? widthsPx[0];
  return {
    avif: srcSet("avif"),
    webp: srcSet("webp"),
    src: url({ widthPx: fallback, format: "webp" }),
    widthPx: largest,
    heightPx: pictureHeightPx(largest),
  };
}

/**
 * The address of one picture in WebP, which more browsers support than AVIF, for places that take
 * only one address.
 */
export function pictureUrl(illustration: CarIllustration, widthPx: PictureWidth): string {
  const drawing = drawingName(completeDrawing(illustration));
  return numbered(FOLDER + fileName(drawing, { widthPx, format: "webp" }));
}

/**
 * The address of the picture for shared links, always with the studio: JPEG has no transparency.
 */
export function sharedPictureUrl(illustration: CarIllustration): string {
  const { widthPx, format } = SHARED_PICTURE;
  const drawing = { ...illustration, cutOut: false };
  return numbered(picturePath(pictureAddress(drawing, { widthPx, format })));
}

function pictureHeightPx(widthPx: number): number {
  return Math.round(widthPx / PICTURE_RATIO);
}

/** The numbered address: its picture never changes, so browsers may cache it forever. */
function numbered(path: string): string {
  return `${path}?v=${ILLUSTRATION_VERSION}`;
}
