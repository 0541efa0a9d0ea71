import type { BodyShape } from "../bodies/body-shape.ts";
import type { CarSurface } from "../bodies/car-surface.ts";
import { clamp } from "../geometry/interpolate.ts";
import { mirror, type Vec2, type Vec3 } from "../geometry/vector.ts";
import type { View } from "../illustration/options.ts";
import type { Camera } from "./camera.ts";
import type { Sheet } from "./sheet.ts";

/** How the camera's picture sits on the sheet. */
export interface Frame {
  /** Pixels a metre, at the distance of the car's middle. */
  scale: number;
  /** A pixel when a metre is 280 of them: line weights follow the scale of the car. */
  unit: number;
  horizonY: number;
  /** From metres to pixels on the sheet. */
  project(point: Vec3): Vec2;
}

interface FrameInput {
  view: View;
  zoom: number;
  shape: BodyShape;
  surface: CarSurface;
  camera: Camera;
  sheet: Sheet;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Stands the whole car on its place in the sheet, or brings the subject of a close-up to its middle. */
export function createFrame(input: FrameInput): Frame {
  const { view, zoom, surface, camera, sheet } = input;
  const box = boundingBox(carOutline(input).map(camera.look));
  const fitScale = wholeCarScale(input, box);
  let scale = fitScale;
  let originX = sheet.width / 2 - (scale * (box.left + box.right)) / 2;
  let originY = (view === "side" ? 800 : 862) - scale * box.bottom;
  if (zoom > 1) {
    const [x, y] = camera.look(closeUpSubject(view, input.shape, surface));
    scale = fitScale * zoom;
    originX = sheet.width * 0.5 - scale * x;
    originY = sheet.height * 0.52 - scale * y;
  }
  const horizonY = originY + scale * camera.horizon;
  return {
    scale,
    unit: scale / 280,
    horizonY: zoom > 1 ? Math.max(60, horizonY) : horizonY,
    project: (point) => {
      const [x, y] = camera.look(point);
      return [originX + scale * x, originY + scale * y];
    },
  };
}

/** Large cars fill more of the sheet than small ones, but less than in proportion. */
function wholeCarScale({ view, shape }: FrameInput, box: Box): number {
  const isSide = view === "side";
  const length = shape.wheelbase + shape.frontOverhang + shape.rearOverhang;
  const width = (isSide ? 1330 : 1230) * clamp((length / 4.8) ** 0.4, 0.93, isSide ? 1.03 : 1.05);
  const height = 660 * clamp((shape.framingHeight / 1.5) ** 0.35, 0.9, 1.06);
  const scale = Math.min(width / (box.right - box.left), height / (box.bottom - box.top));
  return view === "front" || view === "rear" ? Math.min(scale, 300) : scale;
}

function closeUpSubject(view: View, shape: BodyShape, surface: CarSurface): Vec3 {
  if (view === "wheel") return [shape.wheelbase / 2, surface.halfWidth, shape.wheelRadius + 0.18];
  return view === "lamp" ? surface.nose(0.62, 0.62) : surface.tail(0.6, 0.62);
}

function carOutline({ shape, surface }: FrameInput): Vec3[] {
  const body = [0, 0.5, 1].flatMap((v) =>
    surface.bodyRing(v).flatMap((point) => [point, mirror(point)]),
  );
  const roof = surface.glassRing(1).map(([x, y, z]): Vec3 => [x, y, z + shape.roofCrown]);
  const axles = [shape.wheelbase / 2, -shape.wheelbase / 2];
  const ground = axles.flatMap((x): Vec3[] => [
    [x, surface.halfWidth, 0],
    [x, -surface.halfWidth, 0],
  ]);
  return [...body, ...roof, ...ground];
}

function boundingBox(points: readonly Vec2[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}
