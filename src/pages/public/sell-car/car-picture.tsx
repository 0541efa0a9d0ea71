import { pictureSources, type PictureWidth } from "#packages/car-illustration/picture-address";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";
import { type DrawnCar, buildIllustration } from "#domain/sell-request/drawn-car.ts";

type Place = {
  cutOut: boolean;
  widthsPx: readonly [PictureWidth, ...PictureWidth[]];
  sizes: string;
};

/** Over an option's word, under the colours while one chooses, and at the head of the summary. */
const PLACES = {
  tile: { cutOut: true, widthsPx: [300, 480], sizes: "190px" },
  preview: {
    cutOut: false,
    widthsPx: [480, 720, 960],
    sizes: "(min-width: 1024px) 520px, 92vw",
  },
  summary: { cutOut: false, widthsPx: [480, 720], sizes: "380px" },
} as const satisfies Record<string, Place>;

/** The car as chosen so far, drawn. */
export function CarPicture({
  car,
  place,
}: {
  car: Pick<DrawnCar, "bodyType" | "bodyTrim" | "exteriorColour">;
  place: keyof typeof PLACES;
}) {
  const { cutOut, widthsPx, sizes } = PLACES[place];
  const locale = getLocale();
  const words = {
    body: bodyTypeLabel(car.bodyType ?? "sedan", locale),
    colour: colourLabel(car.exteriorColour ?? "silver", locale).toLowerCase(),
  };
  return (
    <Picture
      source={pictureSources({ ...buildIllustration(car), cutOut }, widthsPx)}
      alt={place === "tile" ? "" : m.listing_picture_alt(words)}
      sizes={sizes}
      className={place === "tile" ? "choice__picture" : undefined}
    />
  );
}
