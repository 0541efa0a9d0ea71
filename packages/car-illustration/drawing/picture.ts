import type { Body } from "../bodies/body.ts";
import type { CarStyle } from "../illustration/car-style.ts";
import type { Paint } from "../light/paint.ts";
import type { Sheet } from "./sheet.ts";
import type { Stance } from "./stance.ts";

/** Everything that the drawing of a part may need. */
export interface Picture {
  sheet: Sheet;
  body: Body;
  style: CarStyle;
  paint: Paint;
  stance: Stance;
}
