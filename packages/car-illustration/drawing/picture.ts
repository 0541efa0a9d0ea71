import type { Body } from "../bodies/body.ts";
import type { CarLook } from "../illustration/car-look.ts";
import type { Paint } from "../light/paint.ts";
import type { Sheet } from "./sheet.ts";
import type { Stance } from "./stance.ts";

/** Everything that the drawing of a part may need. */
export interface Picture {
  sheet: Sheet;
  body: Body;
  look: CarLook;
  paint: Paint;
  stance: Stance;
}
