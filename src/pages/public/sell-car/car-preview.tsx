import { useRef } from "react";
import { useControlValue } from "#forms/page/use-control-value.ts";
import { BODY_TRIMS, COLOURS, STYLES } from "#values/vehicle.ts";
import { CarPicture } from "./car-picture.tsx";
import type { DrawnCar } from "#domain/sell-request/drawn-car.ts";

/** The car as it is being chosen: with JavaScript it changes with each press. */
export function CarPreview({ car }: { car: DrawnCar }) {
  const inside = useRef<HTMLDivElement>(null);
  const style = useControlValue(inside, "style");
  const bodyTrim = useControlValue(inside, "bodyTrim");
  const colour = useControlValue(inside, "exteriorColour");
  const shown = {
    style: STYLES.find((code) => code === style) ?? car.style,
    bodyTrim: BODY_TRIMS.find((code) => code === bodyTrim) ?? car.bodyTrim,
    exteriorColour: COLOURS.find((code) => code === colour) ?? car.exteriorColour,
  };
  return (
    <div ref={inside} className="mt-3 max-w-[560px] overflow-hidden rounded-[var(--r-lg)]">
      <CarPicture car={shown} place="preview" />
    </div>
  );
}
