import { m } from "#messages/messages.js";
import { pictureSources, type PictureWidth } from "#packages/car-illustration/picture-address";
import { TYPE_PICTURES } from "#pages/public/cars/type-pictures.ts";
import { Picture } from "#ui/picture.tsx";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";

type Slot = {
  cutOut: boolean;
  widthsPx: readonly [PictureWidth, ...PictureWidth[]];
  sizes: string;
};

/** Beside an option, at the top of the summary, and on top of the qualified panel. */
const SLOTS = {
  tile: { cutOut: true, widthsPx: [300], sizes: "96px" },
  summary: { cutOut: false, widthsPx: [480, 720], sizes: "380px" },
  panel: {
    cutOut: true,
    widthsPx: [480, 720, 960],
    sizes: "(min-width: 640px) 552px, 88vw",
  },
} as const satisfies Record<string, Slot>;

/**
 * The drawn car of a vehicle type, the same one as on the home page. Renders nothing for an unknown
 * code.
 */
export function VehiclePicture({
  carType,
  slot,
  label,
}: {
  carType: string;
  slot: keyof typeof SLOTS;
  /** The type as text; without it the picture repeats the text beside it. */
  label?: string;
}) {
  const bodyType = bodyTypeFromPreApproval(carType);
  if (!bodyType) return null;
  const { cutOut, widthsPx, sizes } = SLOTS[slot];
  const { illustration } = TYPE_PICTURES[bodyType];
  return (
    <Picture
      source={pictureSources({ ...illustration, cutOut }, widthsPx)}
      alt={label ? m.pre_approval_picture_alt({ type: label }) : ""}
      sizes={sizes}
      priority={slot !== "tile"}
      className={slot === "tile" ? "choice__picture" : undefined}
    />
  );
}
