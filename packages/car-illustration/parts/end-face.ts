import { coordinate } from "../drawing/path-data.ts";
import type { Picture } from "../drawing/picture.ts";
import type { SvgAttributes } from "../drawing/sheet.ts";
import { lerp } from "../geometry/interpolate.ts";
import type { Patch, Vec2 } from "../geometry/vector.ts";

/** What front and rear have in common. */

/** Outlines are drawn for a car of this half width and stretched to the others. */
const DRAWN_HALF_WIDTH = 0.93;

export function widthScale({ surface }: Picture): number {
  return surface.halfWidth / DRAWN_HALF_WIDTH;
}

/** As many corners as there were. */
type SameCorners<Outline extends readonly Vec2[]> = { -readonly [Corner in keyof Outline]: Vec2 };

function mapCorners<const Outline extends readonly Vec2[]>(
  outline: Outline,
  change: (corner: Vec2) => Vec2,
): SameCorners<Outline> {
  return outline.map(change) as SameCorners<Outline>;
}

/** Fits an outline to the width of the car. */
export function fitToWidth<const Outline extends readonly Vec2[]>(
  picture: Picture,
  outline: Outline,
): SameCorners<Outline> {
  const scale = widthScale(picture);
  return mapCorners(outline, ([distance, v]) => [distance * scale, v]);
}

/** The halves that a view shows; in profile only the near one. */
export function visibleSides({ sees }: Picture): readonly (1 | -1)[] {
  return sees.profile ? [1] : [-1, 1];
}

/** The same patch with its first coordinate counted towards one side. */
export function towardsSide(patch: Patch, side: 1 | -1): Patch {
  return (distance, v) => patch(distance * side, v);
}

/** Fills an outline across both halves of an end. `cornerRadius` is in drawing units. */
export function fillAcross(
  { sheet, pen, unit }: Picture,
  patch: Patch,
  leftHalf: readonly Vec2[],
  paint: string,
  cornerRadius: number,
  attributes?: SvgAttributes,
): void {
  const rightHalf = leftHalf.toReversed().map(([distance, v]): Vec2 => [-distance, v]);
  const path = pen.shapeOn(patch, [...leftHalf, ...rightHalf], cornerRadius * unit, 8);
  sheet.fill(path, paint, attributes);
}

/** Shrinks an outline towards its middle; 0 leaves it, 1 makes it a point. */
export function insetOutline<const Outline extends readonly Vec2[]>(
  outline: Outline,
  share: number,
): SameCorners<Outline> {
  const [middleX, middleY] = findMiddle(outline);
  return mapCorners(outline, ([x, y]) => [lerp(x, middleX, share), lerp(y, middleY, share)]);
}

export function findMiddle(outline: readonly Vec2[]): Vec2 {
  return [
    outline.reduce((sum, [x]) => sum + x, 0) / outline.length,
    outline.reduce((sum, [, y]) => sum + y, 0) / outline.length,
  ];
}

export function halfWayBetween(a: Vec2, b: Vec2): Vec2 {
  return [lerp(a[0], b[0], 0.5), lerp(a[1], b[1], 0.5)];
}

/** How plate and lettering sit on the end, and the size of the letters. */
interface PlateStyle {
  plateOffset: number;
  letterOffset: number;
  letterHeight: number;
  letterLength: number;
  letterGap: number;
}

/** A plate whose number is only hinted at: the pictures show no real car. */
export function drawPlate(picture: Picture, patch: Patch, heights: Vec2, style: PlateStyle): void {
  const { sheet, pen, unit } = picture;
  const [low, high] = heights;
  const middle = (low + high) / 2;
  const lifted =
    (offset: number): Patch =>
    (distance, v) => {
      const [x, y, z] = patch(distance, v);
      return [x + offset, y, z];
    };
  const plate: Vec2[] = [
    [-0.155, high],
    [0.155, high],
    [0.155, low],
    [-0.155, low],
  ];
  sheet.fill(pen.shapeOn(lifted(style.plateOffset), plate, 3, 4), "#f4f6f8", {
    stroke: "#9aa3ab",
    "stroke-width": coordinate(unit),
  });
  const letters = pen.lineOn(
    lifted(style.letterOffset),
    [
      [-0.1, middle],
      [0.1, middle],
    ],
    4,
  );
  const dashes = [style.letterLength * unit, style.letterGap * unit].map(coordinate).join(" ");
  sheet.stroke(letters, "#2b4f8f", style.letterHeight * unit, {
    "stroke-dasharray": dashes,
    "stroke-linecap": "butt",
  });
}
