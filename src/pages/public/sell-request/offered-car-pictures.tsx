import { m } from "#messages/messages.js";
import type { CarIllustration } from "#packages/car-illustration/options";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";
import { Picture } from "#ui/picture.tsx";
import type { BodyType, Colour } from "#values/vehicle.ts";

type OfferedCarPicturesProps = {
  car: {
    illustration: CarIllustration;
    style: BodyType;
    colour: Colour;
    photos: readonly { id: string; key: string; widthPx: number; heightPx: number }[];
  };
  sizes: string;
};

/** The seller's photos, the first one large; without photos, a drawing of the car as described. */
export function OfferedCarPictures({ car, sizes }: OfferedCarPicturesProps) {
  const { illustration, style, colour, photos } = car;
  const [first, ...others] = photos.map((photo) => ({ ...photo, alt: "" }));
  const listing = { illustration, bodyType: style, exteriorColour: colour, photo: first ?? null };
  return (
    <>
      <div className="aspect-16/10 bg-muted [&_img]:size-full [&_img]:object-cover">
        <ListingPicture listing={listing} sizes={sizes} widthsPx={[480, 720, 960]} priority />
      </div>
      {others.length > 0 && (
        <ul className="mt-1 grid grid-cols-4 gap-1">
          {others.map((photo, at) => (
            <li key={photo.id} className="aspect-16/10 [&_img]:size-full [&_img]:object-cover">
              <a href={buildPhotoSource(photo).src}>
                <Picture
                  source={buildPhotoSource(photo)}
                  alt={m.sale_photo_alt({ number: at + 2 })}
                  sizes="160px"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
