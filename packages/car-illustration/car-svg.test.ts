import { createHash } from "node:crypto";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import golden from "./car-svg.golden.json" with { type: "json" };
import { carSvg } from "./car-svg.ts";
import { chooseCarStyle } from "./illustration/car-style.ts";
import {
  BODIES,
  type CarIllustration,
  COLOURS,
  PAINT_COLOURS,
  TRIMS,
} from "./illustration/options.ts";
import { parsePicturePath } from "./illustration/picture-address.ts";
import { lightness } from "./light/colour.ts";
import { createPaint } from "./light/paint.ts";

const RED_SUV: CarIllustration = { body: "SUV", colour: "Red", seed: 42 };

function parseRoot(svg: string): { name: string; attributes: Map<string, string> } {
  const document = XmlDocument.fromString(svg);
  const { name, attrs } = document.root;
  const attributes = new Map(attrs.map((attribute) => [attribute.name, attribute.value]));
  document.dispose();
  return { name, attributes };
}

function idsIn(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
}

describe("carSvg", () => {
  // If one of these changes on purpose, ILLUSTRATION_VERSION must be raised too.
  it.each(Object.entries(golden))("draws %s as ever", (path, sha256) => {
    const svg = carSvg(parsePicturePath(path)!);
    expect(createHash("sha256").update(svg).digest("hex")).toBe(sha256);
  });

  it.each([
    ...BODIES.map((body) => ({ body })),
    ...COLOURS.map((colour) => ({ colour })),
    ...TRIMS.map((trim) => ({ trim })),
    { cutOut: true },
    { make: "Toyota", model: "RAV4" },
  ])("draws a whole and light document with %o", (change) => {
    const svg = carSvg({ ...RED_SUV, ...change });
    expect(parseRoot(svg).name).toBe("svg");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg.length).toBeLessThan(32_000);
  });

  it("draws a different car for another seed, body, colour, trim or model", () => {
    const others: Partial<CarIllustration>[] = [
      { seed: 43 },
      { body: "Sedan" },
      { colour: "Blue" },
      { trim: "Sport" },
      { make: "Toyota", model: "RAV4" },
    ];
    const drawn = [{}, ...others].map((change) => carSvg({ ...RED_SUV, ...change }));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it("draws the cars of one model in the same proportions, whatever their wheels", () => {
    const rav4 = { make: "toyota", model: "rav4", body: "SUV", trim: "Base" } as const;
    const cars = Array.from({ length: 24 }, (_, seed) =>
      chooseCarStyle({ ...rav4, seed: String(seed) }),
    );
    const proportions = cars.map(({ length, height }) => `${length} ${height}`);
    expect(new Set(proportions).size).toBe(1);
    expect(new Set(cars.map(({ wheel }) => wheel)).size).toBe(5);
    const other = chooseCarStyle({ ...rav4, model: "highlander", seed: "0" });
    expect(proportions).not.toContain(`${other.length} ${other.height}`);
  });

  it("reads names as people write them", () => {
    const draw = (make: string) => carSvg({ ...RED_SUV, make, model: "C 300" });
    expect(draw("Mercedes-Benz")).toBe(draw("mercedesbenz"));
  });

  it.each(COLOURS)("keeps %s its own colour, between its shade and its gloss", (colour) => {
    const paint = createPaint(colour);
    expect(paint.tone(0)).toBe(PAINT_COLOURS[colour]);
    const [shade, own, gloss] = [-1, 0, 1].map((light) => lightness(paint.tone(light)));
    expect(shade).toBeLessThan(own!);
    expect(gloss).toBeGreaterThan(own!);
  });

  it("keeps white white in its shade, and black black in the light", () => {
    expect(lightness(createPaint("White").tone(-0.5))).toBeGreaterThan(0.68);
    expect(lightness(createPaint("Black").tone(0.5))).toBeLessThan(0.4);
  });

  it("refers only to definitions of its own", () => {
    const svg = carSvg(RED_SUV);
    const ids = new Set(idsIn(svg));
    const references = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => !ids.has(reference))).toEqual([]);
  });

  it("shares no id with another car in the same page", () => {
    const other = new Set(idsIn(carSvg({ ...RED_SUV, seed: 43 })));
    expect(idsIn(carSvg(RED_SUV)).filter((id) => other.has(id))).toEqual([]);
  });

  it("writes an alternative text that no character can break out of", () => {
    const alt = `"><script>alert('&')</script>`;
    expect(parseRoot(carSvg({ ...RED_SUV, alt })).attributes.get("aria-label")).toBe(alt);
  });

  it("names colour and body where no alternative text is given", () => {
    const { attributes } = parseRoot(carSvg(RED_SUV));
    expect(attributes.get("aria-label")).toBe("Red SUV");
    expect(attributes.get("role")).toBe("img");
  });

  it("mirrors the picture when flipped", () => {
    expect(carSvg({ ...RED_SUV, flip: true })).toContain('transform="matrix(-1 0 0 1 1600 0)"');
  });

  it("takes its box from width and height", () => {
    const { attributes } = parseRoot(carSvg({ ...RED_SUV, width: 720, height: 450 }));
    expect([attributes.get("width"), attributes.get("height")]).toEqual(["720", "450"]);
    expect(attributes.get("viewBox")).toBe("0 0 1600 1000");
  });
});
