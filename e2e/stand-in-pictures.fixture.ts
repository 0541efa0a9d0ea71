import {
  PICTURE_WIDTHS_PX,
  pictureAddress,
  pictureFileName,
} from "#packages/car-illustration/picture-address";
import { demoListings } from "#demo/listings.ts";
import { demoSeller } from "#demo/seed-demo.server.ts";
import { openPictureFolder } from "#platform/pictures/picture-folder.server.ts";
import { createPicturePainter } from "#platform/pictures/picture-painter.server.ts";

/**
 * Pages with their own pictures: the home page, the forms, a list, a car and the page that is not
 * found.
 */
const ILLUSTRATED = ["/", "/sell-car", "/allListings", "/creditform", "/cars", "/no-such-page"];

/** The files of the pictures that a site's pages request. */
export async function findPictures(origin: string): Promise<string[]> {
  const read = async (path: string) => (await fetch(origin + path)).text();
  const pages = await Promise.all(ILLUSTRATED.map(read));
  const [car] = /\/details\/[\w-]{36}/.exec(pages.join("\n")) ?? [];
  if (car) pages.push(await read(car));
  const files = pages.join("\n").matchAll(/\/pictures\/[\w./-]*?([\w.-]+\.avif)/g);
  return [...new Set([...files].map(([, file = ""]) => file))];
}

/**
 * Fills `directory` with one drawing in place of every missing picture of the demo's listings and
 * of `requested`. Each real one takes a processor for a tenth of a second or more, pages with a
 * hundred of them are opened often, and no end-to-end test checks the drawing. Other pictures, such
 * as those of the sellers' own cars, are drawn when they are requested.
 */
export async function fillPictureFolder(
  directory: string,
  requested: Promise<readonly string[]>,
): Promise<void> {
  const listings = demoListings(new Date(), demoSeller);
  const addresses = listings.flatMap(({ illustration, make, model }) =>
    PICTURE_WIDTHS_PX.map((widthPx) =>
      pictureAddress({ ...illustration, make, model }, { widthPx, format: "avif" }),
    ),
  );
  const [first] = addresses;
  if (!first) return;
  const folder = await openPictureFolder(directory, Infinity);
  const drawn = await createPicturePainter().paint(first);
  for (const name of [...addresses.map(pictureFileName), ...(await requested)])
    if (!(await folder.has(name))) await folder.store(name, drawn);
}
