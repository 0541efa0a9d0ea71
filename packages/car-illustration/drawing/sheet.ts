import type { Vec2 } from "../geometry/vector.ts";
import { coordinate } from "./path-data.ts";

/** SVG attributes in the order they are written. */
export type SvgAttributes = Readonly<Record<string, string | number>>;

export type GradientStop = readonly [
  offset: number | string,
  colour: string,
  opacity?: number | string,
];

/** Where a gradient runs: in shares of the shape's box, or between two points in pixels. */
type GradientLine =
  | { box: readonly [x1: number, y1: number, x2: number, y2: number] }
  | { from: Vec2; to: Vec2 };

const DOWN: GradientLine = { box: [0, 0, 0, 1] };

/** One drawing under way: marks in painting order, and the gradients, clips and filters they use. */
export class Sheet {
  readonly width = 1600;
  readonly height = 1000;
  readonly #idPrefix: string;
  readonly #definitions: string[] = [];
  readonly #marks: string[] = [];

  /** The prefix keeps ids apart when several drawings stand in one page. */
  constructor(idPrefix: string) {
    this.#idPrefix = idPrefix;
  }

  mark(markup: string): void {
    this.#marks.push(markup);
  }

  define(tag: string, name: string, attributes: SvgAttributes, content: string): void {
    const id = `${this.#idPrefix}${name}`;
    this.#definitions.push(`<${tag} id="${id}"${attributeText(attributes)}>${content}</${tag}>`);
  }

  reference(name: string): string {
    return `url(#${this.#idPrefix}${name})`;
  }

  fill(path: string, paint: string, attributes: SvgAttributes = {}): void {
    this.mark(`<path d="${path}" fill="${paint}"${attributeText(attributes)}/>`);
  }

  /** Line ends are round unless the attributes say otherwise. */
  stroke(path: string, colour: string, widthPx: number, attributes: SvgAttributes = {}): void {
    const cap = "stroke-linecap" in attributes ? "" : ' stroke-linecap="round"';
    this.mark(
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${coordinate(widthPx)}"` +
        `${cap} stroke-linejoin="round"${attributeText(attributes)}/>`,
    );
  }

  rect(top: number, height: number, paint: string, attributes: SvgAttributes = {}): void {
    this.mark(
      `<rect x="-10" y="${coordinate(top)}" width="${this.width + 20}" ` +
        `height="${coordinate(height)}" fill="${paint}"${attributeText(attributes)}/>`,
    );
  }

  ellipse(centre: Vec2, radii: Vec2, attributes: SvgAttributes = {}): void {
    this.mark(
      `<ellipse cx="${coordinate(centre[0])}" cy="${coordinate(centre[1])}" ` +
        `rx="${coordinate(radii[0])}" ry="${coordinate(radii[1])}"${attributeText(attributes)}/>`,
    );
  }

  circle(centre: Vec2, radius: number, attributes: SvgAttributes = {}): void {
    this.mark(
      `<circle cx="${coordinate(centre[0])}" cy="${coordinate(centre[1])}" ` +
        `r="${coordinate(radius)}"${attributeText(attributes)}/>`,
    );
  }

  /** Draws marks inside a group. */
  group(attributes: SvgAttributes, drawMarks: () => void): void {
    this.mark(`<g${attributeText(attributes)}>`);
    drawMarks();
    this.mark("</g>");
  }

  /** Defines a clip from one or more shapes. */
  clip(name: string, ...paths: string[]): void {
    this.define("clipPath", name, {}, paths.map((path) => `<path d="${path}"/>`).join(""));
  }

  /** Draws marks inside a clip defined before. */
  clipped(name: string, drawMarks: () => void): void {
    this.group({ "clip-path": this.reference(name) }, drawMarks);
  }

  /** Defines a gradient and returns the paint that uses it. */
  linearGradient(name: string, stops: readonly GradientStop[], line = DOWN): string {
    this.define("linearGradient", name, gradientLineAttributes(line), stops.map(stopText).join(""));
    return this.reference(name);
  }

  radialGradient(name: string, attributes: SvgAttributes, stops: readonly GradientStop[]): string {
    this.define("radialGradient", name, attributes, stops.map(stopText).join(""));
    return this.reference(name);
  }

  definitions(): string {
    return this.#definitions.join("");
  }

  marks(): string {
    return this.#marks.join("");
  }
}

function attributeText(attributes: SvgAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}

function gradientLineAttributes(line: GradientLine): SvgAttributes {
  if ("box" in line) {
    const [x1, y1, x2, y2] = line.box;
    return { x1, y1, x2, y2 };
  }
  return {
    gradientUnits: "userSpaceOnUse",
    x1: coordinate(line.from[0]),
    y1: coordinate(line.from[1]),
    x2: coordinate(line.to[0]),
    y2: coordinate(line.to[1]),
  };
}

function stopText([offset, colour, opacity]: GradientStop): string {
  const fade = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
  return `<stop offset="${offset}" stop-color="${colour}"${fade}/>`;
}
