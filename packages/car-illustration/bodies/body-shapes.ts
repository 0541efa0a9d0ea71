import type { Body } from "../options.ts";
import type { BodyShape } from "./body-shape.ts";
import { COUPE } from "./coupe.ts";
import { HATCHBACK } from "./hatchback.ts";
import { MINIVAN } from "./minivan.ts";
import { SEDAN } from "./sedan.ts";
import { SUV } from "./suv.ts";
import { TRUCK } from "./truck.ts";

export const BODY_SHAPES: Record<Body, BodyShape> = {
  SUV,
  Sedan: SEDAN,
  Coupe: COUPE,
  Hatchback: HATCHBACK,
  Truck: TRUCK,
  Minivan: MINIVAN,
};
