import { useRef } from "react";
import { useControlValue } from "#forms/page/use-control-value.ts";
import { BODY_TRIMS, BODY_TYPES, COLOURS } from "#values/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import type { DrawnCar } from "#domain/sell-request/drawn-car.ts";

/** The car as it is being chosen: with JavaScript it changes with each press. */
export function CarPreview({ car }: { car: DrawnCar }) {
  const inside = useRef<HTMLDivElement>(null);
  const bodyType = useControlValue(inside, "bodyType");
  const bodyTrim = useControlValue(inside, "bodyTrim");
  const colour = useControlValue(inside, "exteriorColour");
  const shown = {
    bodyType: BODY_TYPES.find((code) => code === bodyType) ?? car.bodyType,
    bodyTrim: BODY_TRIMS.find((code) => code === bodyTrim) ?? car.bodyTrim,
    exteriorColour: COLOURS.find((code) => code === colour) ?? car.exteriorColour,
  };
  return (
    <div ref={inside} className="mt-3 max-w-[560px] overflow-hidden rounded-[var(--r-lg)]">
      <CarPicture car={shown} place="preview" />
    </div>
  );
}
