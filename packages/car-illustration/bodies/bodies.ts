import type { Body as BodyName } from "../illustration/options.ts";
import type { Body } from "./body.ts";
import { COUPE } from "./coupe.ts";
import { HATCHBACK } from "./hatchback.ts";
import { MINIVAN } from "./minivan.ts";
import { SEDAN } from "./sedan.ts";
import { SUV } from "./suv.ts";
import { TRUCK } from "./truck.ts";

export const BODY_DRAWINGS: Readonly<Record<BodyName, Body>> = {
  SUV,
  Sedan: SEDAN,
  Coupe: COUPE,
  Hatchback: HATCHBACK,
  Truck: TRUCK,
  Minivan: MINIVAN,
};
