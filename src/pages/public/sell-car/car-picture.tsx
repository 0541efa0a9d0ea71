import { pictureSources, type PictureWidth } from "#packages/car-illustration/picture-address";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeLabel, colourLabel } from "#values/vehicle-label.ts";
import { type DrawnCar, buildIllustration } from "#domain/sell-request/drawn-car.ts";

type Slot = {
  cutOut: boolean;
  widthsPx: readonly [PictureWidth, ...PictureWidth[]];
  sizes: string;
};

/** Sizes: above an option's label, under the colours, and at the top of the summary. */
const SLOTS = {
  tile: { cutOut: true, widthsPx: [300, 480], sizes: "190px" },
  preview: {
    cutOut: false,
    widthsPx: [480, 720, 960],
    sizes: "(min-width: 1024px) 520px, 92vw",
  },
  summary: { cutOut: false, widthsPx: [480, 720], sizes: "380px" },
} as const satisfies Record<string, Slot>;

/** The car as chosen so far, drawn. */
export function CarPicture({
  car,
  slot,
}: {
  car: Pick<DrawnCar, "bodyType" | "bodyTrim" | "exteriorColour">;
  slot: keyof typeof SLOTS;
}) {
  const { cutOut, widthsPx, sizes } = SLOTS[slot];
  const locale = getLocale();
  const words = {
    body: bodyTypeLabel(car.bodyType ?? "sedan", locale),
    colour: colourLabel(car.exteriorColour ?? "silver", locale).toLowerCase(),
  };
  return (
    <Picture
      source={pictureSources({ ...buildIllustration(car), cutOut }, widthsPx)}
      alt={slot === "tile" ? "" : m.listing_picture_alt(words)}
      sizes={sizes}
      className={slot === "tile" ? "choice__picture" : undefined}
    />
  );
}
