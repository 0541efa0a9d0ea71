import { createHash } from "node:crypto";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import golden from "./car-svg.golden.json" with { type: "json" };
import { carSvg } from "./car-svg.ts";
import {
  BACKDROPS,
  BODIES,
  COLOURS,
  GALLERY,
  TRIMS,
  VIEWS,
  type CarIllustration,
} from "./illustration/options.ts";
import { parsePicturePath } from "./illustration/picture-address.ts";

const RED_SUV: CarIllustration = { body: "SUV", colour: "Red", backdrop: "lake", seed: 42 };

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
  // Where one of these changes on purpose, ILLUSTRATION_VERSION goes up with it.
  it.each(Object.entries(golden))("draws %s as ever", (path, sha256) => {
    const svg = carSvg(parsePicturePath(path)!);
    expect(createHash("sha256").update(svg).digest("hex")).toBe(sha256);
  });

  const everyBodyInEveryView = BODIES.flatMap((body) => VIEWS.map((view) => ({ body, view })));
  it.each(everyBodyInEveryView)("draws a whole $body from $view", ({ body, view }) => {
    const svg = carSvg({ ...RED_SUV, body, view });
    expect(parseRoot(svg).name).toBe("svg");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it.each([
    ...COLOURS.map((colour) => ({ colour })),
    ...TRIMS.map((trim) => ({ trim })),
    ...BACKDROPS.map((backdrop) => ({ backdrop })),
    { backdrop: "none" as const },
  ])("draws with %o", (change) => {
    expect(parseRoot(carSvg({ ...RED_SUV, ...change })).name).toBe("svg");
  });

  it("draws the same bytes for the same options", () => {
    expect(carSvg(RED_SUV)).toBe(carSvg({ ...RED_SUV }));
  });

  it("draws a different car for a different seed", () => {
    expect(carSvg({ ...RED_SUV, seed: 43 })).not.toBe(carSvg(RED_SUV));
  });

  it("lets the seed pick the backdrop where none is given", () => {
    const drawn = carSvg({ body: "SUV", colour: "Red", seed: 42 });
    const explicit = BACKDROPS.map((backdrop) => carSvg({ ...RED_SUV, backdrop }));
    expect(explicit.filter((svg) => svg === drawn)).toHaveLength(1);
  });

  it("refers only to definitions of its own", () => {
    const svg = carSvg(RED_SUV);
    const ids = new Set(idsIn(svg));
    const references = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!);
    expect(references.length).toBeGreaterThan(20);
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

describe("GALLERY", () => {
  it("shows six different views", () => {
    expect(new Set(GALLERY).size).toBe(6);
    expect(GALLERY.every((view) => VIEWS.includes(view))).toBe(true);
  });
});
