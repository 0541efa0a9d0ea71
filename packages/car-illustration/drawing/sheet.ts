/** SVG attributes in the order in which they are written. */
export type SvgAttributes = Readonly<Record<string, string | number>>;

/** An offset of a gradient, its colour and, if it is not opaque, its opacity. */
export type GradientStop = readonly [offset: number, colour: string, opacity?: number];

/**
 * A drawing in progress: marks in painting order, and the gradients and clip paths that they use.
 */
export class Sheet {
  readonly #idPrefix: string;
  readonly #definitions: string[] = [];
  readonly #marks: string[] = [];

  /** The prefix keeps ids unique if several drawings are in one page. */
  constructor(idPrefix: string) {
    this.#idPrefix = idPrefix;
  }

  mark(markup: string): void {
    this.#marks.push(markup);
  }

  path(data: string, attributes: SvgAttributes): void {
    this.mark(`<path d="${data}"${attributeText(attributes)}/>`);
  }

  /** A line with round ends. */
  stroke(data: string, colour: string, width: number, attributes: SvgAttributes = {}): void {
    this.path(data, {
      fill: "none",
      stroke: colour,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      ...attributes,
    });
  }

  circle(x: number, y: number, radius: number, attributes: SvgAttributes): void {
    this.mark(
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"${attributeText(attributes)}/>`,
    );
  }

  ellipse(
    centre: readonly [x: number, y: number],
    radii: readonly [x: number, y: number],
    attributes: SvgAttributes,
  ): void {
    this.mark(
      `<ellipse cx="${round(centre[0])}" cy="${round(centre[1])}" rx="${round(radii[0])}" ` +
        `ry="${round(radii[1])}"${attributeText(attributes)}/>`,
    );
  }

  /** Draws marks inside a group. */
  group(attributes: SvgAttributes, drawMarks: () => void): void {
    this.mark(`<g${attributeText(attributes)}>`);
    drawMarks();
    this.mark("</g>");
  }

  /** Draws marks clipped to the shape of `data`. */
  clipped(name: string, data: string, drawMarks: () => void): void {
    this.#define("clipPath", name, {}, `<path d="${data}"/>`);
    this.group({ "clip-path": this.#reference(name) }, drawMarks);
  }

  /** A gradient between two points; returns the paint that refers to it. */
  linear(
    name: string,
    [x1, y1, x2, y2]: readonly [number, number, number, number],
    stops: readonly GradientStop[],
  ): string {
    const line = { gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 };
    this.#define("linearGradient", name, line, stops.map(stopText).join(""));
    return this.#reference(name);
  }

  /** A gradient from the centre of the painted shape to its edge. */
  radial(name: string, stops: readonly GradientStop[]): string {
    this.#define("radialGradient", name, {}, stops.map(stopText).join(""));
    return this.#reference(name);
  }

  definitions(): string {
    return this.#definitions.join("");
  }

  marks(): string {
    return this.#marks.join("");
  }

  #define(tag: string, name: string, attributes: SvgAttributes, content: string): void {
    this.#definitions.push(
      `<${tag} id="${this.#idPrefix}${name}"${attributeText(attributes)}>${content}</${tag}>`,
    );
  }

  #reference(name: string): string {
    return `url(#${this.#idPrefix}${name})`;
  }
}

/** Two decimals are precise enough for centimetres and pixels. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function attributeText(attributes: SvgAttributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}

function stopText([offset, colour, opacity]: GradientStop): string {
  const fade = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
  return `<stop offset="${round(offset)}" stop-color="${colour}"${fade}/>`;
}
