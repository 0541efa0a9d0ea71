import { BODY_SHAPES } from "../bodies/body-shapes.ts";
import { stretchBody, type BodyShape } from "../bodies/body-shape.ts";
import { createCarSurface, type CarSurface } from "../bodies/car-surface.ts";
import { ENVIRONMENTS, type Environment } from "../light/environment.ts";
import { chooseCarLook, type CarLook } from "../illustration/car-look.ts";
import { createPaint, type Paint } from "../light/paint.ts";
import {
  nameCodes,
  type Backdrop,
  type Body,
  type CarIllustration,
  type Colour,
  type View,
} from "../illustration/options.ts";
import { hash } from "../illustration/seeded-random.ts";
import { createCamera, VIEW_ANGLES, type Camera, type ViewAngle } from "./camera.ts";
import { drawChoices, type Choices } from "../illustration/choices.ts";
import { createFrame, type Frame } from "./frame.ts";
import { createPen, type Pen } from "./pen.ts";
import { Sheet } from "./sheet.ts";

/** What of the car a view shows. */
interface Visibility {
  front: boolean;
  rear: boolean;
  flank: boolean;
  /** Square on to the flank: front and rear show as edges only. */
  profile: boolean;
}

/** Everything the drawing of a part may need. */
export interface Picture extends Frame {
  body: Body;
  colour: Colour;
  isSport: boolean;
  isLuxury: boolean;
  seed: string | number;
  backdrop: Backdrop;
  isFlipped: boolean;
  angle: ViewAngle;
  sees: Visibility;
  isCloseUp: boolean;
  choices: Choices;
  /** Null where no make is drawn. */
  look: CarLook | null;
  shape: BodyShape;
  surface: CarSurface;
  environment: Environment;
  camera: Camera;
  paint: Paint;
  /** Of roof and pillars. */
  roofPaint: Paint;
  pen: Pen;
  sheet: Sheet;
}

export function createPicture(options: CarIllustration): Picture {
  const { body, colour, trim = "Luxury", view = "front34", seed = 1, flip = false } = options;
  const { make, model } = nameCodes(options);
  const look = make && model ? chooseCarLook({ make, model, body, colour, seed }) : null;
  const shape = look ? shapeWithLook(BODY_SHAPES[body], look) : BODY_SHAPES[body];
  const surface = createCarSurface(shape);
  const choices = drawChoices(body, seed);
  const backdrop = options.backdrop ?? choices.backdrop;
  const environment = ENVIRONMENTS[backdrop];
  const angle = turnView(view, look);
  const camera = createCamera(angle, body === "Truck" ? 11 : 9.5);
  const sheet = new Sheet(
    idPrefix([
      body,
      colour,
      trim,
      view,
      seed,
      backdrop,
      flip,
      ...(look ? [`${make}.${model}`] : []),
    ]),
  );
  const frame = createFrame({ view, zoom: angle.zoom, shape, surface, camera, sheet });
  const paintIn = (paintColour: Colour): Paint =>
    createPaint(paintColour, environment, camera.position);
  return {
    ...frame,
    body,
    colour,
    isSport: trim === "Sport",
    isLuxury: trim === "Luxury",
    seed,
    backdrop,
    isFlipped: flip,
    angle,
    sees: visibilityFrom(angle, view),
    isCloseUp: angle.zoom > 1,
    choices,
    look,
    shape,
    surface,
    environment,
    camera,
    paint: paintIn(colour),
    roofPaint: paintIn(look?.roof ?? colour),
    pen: createPen(frame.project),
    sheet,
  };
}

/** The body's curves, drawn out to the model's length and height and with its fittings. */
function shapeWithLook(shape: BodyShape, look: CarLook): BodyShape {
  return {
    ...stretchBody(shape, look),
    cladding: look.isClad,
    roofRails: look.rails !== "none",
  };
}

/** Cars of one model do not all stand at the same angle. */
function turnView(view: View, look: CarLook | null): ViewAngle {
  const angle = VIEW_ANGLES[view];
  if (!look || (view !== "front34" && view !== "rear34")) return angle;
  return { ...angle, yawDeg: angle.yawDeg + look.turnDeg };
}

function visibilityFrom({ yawDeg }: ViewAngle, view: View): Visibility {
  return {
    front: yawDeg < 90,
    rear: yawDeg > 90,
    flank: yawDeg > 8 && yawDeg < 172,
    profile: view === "side",
  };
}

/** Pictures of different cars in one page must not share gradients. */
function idPrefix(identity: readonly (string | number | boolean)[]): string {
  return `c${hash(JSON.stringify(identity)).toString(36)}`;
}
