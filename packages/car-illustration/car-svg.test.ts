import { createHash } from "node:crypto";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import golden from "./car-svg.golden.json" with { type: "json" };
import { carSvg } from "./car-svg.ts";
import { chooseCarLook } from "./illustration/car-look.ts";
import { findMakeLook, MAKE_LOOKS } from "./illustration/make-looks.ts";
import {
  BACKDROPS,
  BODIES,
  COLOURS,
  GALLERY,
  TRIMS,
  VIEWS,
  type CarIllustration,
} from "./illustration/options.ts";
import { hexToRgb } from "./light/colour.ts";
import { ENVIRONMENTS } from "./light/environment.ts";
import { createPaint } from "./light/paint.ts";
import { parsePicturePath } from "./illustration/picture-address.ts";

const RED_SUV: CarIllustration = { body: "SUV", colour: "Red", backdrop: "lake", seed: 42 };

function parseRoot(svg: string): { name: string; attributes: Map<string, string> } {
  const document = XmlDocument.fromString(svg);
  const { name, attrs } = document.root;
  const attributes = new Map(attrs.map((attribute) => [attribute.name, attribute.value]));
  document.dispose();
  return { name, attributes };
}

/** The twenty makes that are most often for sale in Canada. */
// oxfmt-ignore
const COMMON_MAKES = [
  "Ford", "Toyota", "Honda", "Chevrolet", "GMC", "Ram", "Jeep", "Hyundai", "Kia", "Nissan",
  "Mazda", "Subaru", "Volkswagen", "Dodge", "BMW", "Mercedes-Benz", "Audi", "Lexus", "Tesla", "Mitsubishi",
];

/** What a drawing paints, without its name for itself. */
function listMarks(svg: string): string[] {
  return svg
    .replaceAll(/\bc[0-9a-z]+(?=[a-z0-9]*["')])/g, "")
    .split("<path")
    .slice(1);
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

  it("draws every make's front in a manner of its own", () => {
    const looks = Object.values(MAKE_LOOKS).map((look) => JSON.stringify(look));
    expect(new Set(looks).size).toBe(looks.length);
    const fronts = COMMON_MAKES.map((make) =>
      listMarks(carSvg({ ...RED_SUV, view: "front", make, model: "Same", seed: 7 })),
    );
    for (const [index, front] of fronts.entries()) {
      for (const other of fronts.slice(index + 1)) {
        const own = new Set(other);
        expect(front.filter((mark) => !own.has(mark)).length).toBeGreaterThan(3);
      }
    }
  });

  it("draws the cars of one model alike, but not at one angle with one set of wheels", () => {
    const rav4 = { make: "Toyota", model: "RAV4", body: "SUV", colour: "Blue" } as const;
    const cars = Array.from({ length: 12 }, (_, seed) => chooseCarLook({ ...rav4, seed }));
    expect(
      new Set(cars.map(({ length, bodyHeight, rails }) => `${length} ${bodyHeight} ${rails}`)).size,
    ).toBe(1);
    expect(new Set(cars.map(({ turnDeg }) => turnDeg)).size).toBeGreaterThan(6);
    expect(new Set(cars.map(({ roof }) => roof))).toEqual(new Set(["Black", null]));
  });

  it("gives models of a make other proportions and roofs", () => {
    const models = ["RAV4", "Highlander", "4Runner", "Venza", "Sequoia", "Corolla Cross"];
    const looks = models.map((model) =>
      chooseCarLook({ make: "toyota", model, body: "SUV", colour: "Blue", seed: 1 }),
    );
    expect(new Set(looks.map(({ length }) => length)).size).toBe(models.length);
    expect(new Set(looks.map(({ rails }) => rails)).size).toBeGreaterThan(1);
  });

  it("reads names as people write them, and any make at all", () => {
    const draw = (make: string) => listMarks(carSvg({ ...RED_SUV, make, model: "C-HR" }));
    expect(draw("Mercedes-Benz")).toEqual(draw("mercedesbenz"));
    expect(findMakeLook("rivian")).toBe(findMakeLook("rivian"));
    expect(Object.values(MAKE_LOOKS)).toContain(findMakeLook("rivian"));
  });

  it.each(BACKDROPS)("keeps white white on %s", (backdrop) => {
    const paint = createPaint("White", ENVIRONMENTS[backdrop], [6, 6, 1.5]);
    const flank = hexToRgb(paint.at([0, 1, 0], [0, 0.9, 0.7]));
    expect(Math.min(...flank)).toBeGreaterThan(0.78);
    expect(Math.max(...flank) - Math.min(...flank)).toBeLessThan(0.06);
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
