import { GALLERY } from "#packages/car-illustration/options";
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
 * One drawing stands for every picture of the demo's listings that `directory` does not hold yet. Each
 * takes a processor for half a second, pages with a hundred of them are opened again and again, and no
 * journey looks at the paint. The home page's, the forms' and the sellers' own cars are drawn when
 * they are asked for.
 */
export async function fillPictureFolder(directory: string): Promise<void> {
  const listings = demoListings(new Date(), demoSeller);
  const addresses = listings.flatMap(({ illustration, make, model }) =>
    GALLERY.flatMap((view) =>
      PICTURE_WIDTHS_PX.map((widthPx) =>
        pictureAddress({ ...illustration, make, model, view }, { widthPx, format: "avif" }),
      ),
    ),
  );
  const [first] = addresses;
  if (!first) return;
  const folder = await openPictureFolder(directory, Infinity);
  const drawn = await createPicturePainter().paint(first);
  for (const name of addresses.map(pictureFileName))
    if (!(await folder.has(name))) await folder.keep(name, drawn);
}
