import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BODIES, COLOURS, TRIMS } from "./options.ts";
import {
  parsePicturePath,
  PICTURE_FORMATS,
  PICTURE_WIDTHS_PX,
  pictureAddress,
  picturePath,
  pictureSources,
  pictureUrl,
  type PictureAddress,
  type PictureFile,
  sharedPictureUrl,
} from "./picture-address.ts";

const BLUE_SUV: PictureAddress = {
  body: "SUV",
  colour: "Blue",
  trim: "Luxury",
  make: undefined,
  model: undefined,
  seed: "42",
  cutOut: false,
  flip: false,
  widthPx: 720,
  format: "avif",
};

const anyFile = fc.oneof(
  fc.record<PictureFile>({
    widthPx: fc.constantFrom(...PICTURE_WIDTHS_PX),
    format: fc.constantFrom(...PICTURE_FORMATS),
  }),
  fc.constant<PictureFile>({ widthPx: 1200, format: "jpeg" }),
);

const anyDrawing = fc.record({
  body: fc.constantFrom(...BODIES),
  colour: fc.constantFrom(...COLOURS),
  trim: fc.constantFrom(...TRIMS),
  seed: fc.oneof(
    fc.nat(99_999).map(String),
    fc.nat(99_999).map((number) => `demo-${number}`),
  ),
  cutOut: fc.boolean(),
  flip: fc.boolean(),
});

const anyNames = fc.constantFrom(
  { make: undefined, model: undefined },
  { make: "toyota", model: "rav4" },
  { make: "mercedesbenz", model: "300" },
);

const anyAddress = fc
  .tuple(anyDrawing, anyNames, anyFile)
  .map(([drawing, names, file]): PictureAddress => ({ ...drawing, ...names, ...file }));

describe("picturePath", () => {
  it("says what the picture shows", () => {
    expect(picturePath(BLUE_SUV)).toBe("/pictures/suv-blue-luxury-s42-720.avif");
    expect(
      picturePath({ ...BLUE_SUV, seed: "demo-7", cutOut: true, flip: true, format: "webp" }),
    ).toBe("/pictures/suv-blue-luxury-sdemo-7-cutout-flip-720.webp");
    expect(picturePath({ ...BLUE_SUV, make: "toyota", model: "rav4" })).toBe(
      "/pictures/suv-blue-luxury-toyota.rav4-s42-720.avif",
    );
  });

  it("is read back as it was", () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(parsePicturePath(picturePath(address))).toEqual(address);
      }),
    );
  });
});

describe("parsePicturePath", () => {
  it.each([
    "/pictures/suv-blue-luxury-s42-721.avif",
    "/pictures/suv-blue-luxury-s42-0720.avif",
    "/pictures/suv-blue-luxury-s042-720.avif",
    "/pictures/suv-blue-luxury-s123456-720.avif",
    "/pictures/suv-blue-luxury-s-42-720.avif",
    "/pictures/suv-blue-luxury-sverylongword-42-720.avif",
    "/pictures/suv-blue-luxury-s42-720.png",
    "/pictures/suv-blue-luxury-s42-720.jpeg",
    "/pictures/suv-blue-luxury-s42-1200.webp",
    "/pictures/suv-blue-luxury-s42-720.avif/",
    "/pictures/suv-blue-luxury-s42-720.avif\n",
    "/pictures/suv-blue-luxury-s42-720.avif?v=1",
    "/pictures/SUV-blue-luxury-s42-720.avif",
    "/pictures/suv-blue-luxury-toyota-s42-720.avif",
    "/pictures/suv-blue-luxury-Toyota.rav4-s42-720.avif",
    "/pictures/suv-blue-luxury-toyota.rav-4-s42-720.avif",
    "/pictures/van-blue-luxury-s42-720.avif",
    "/pictures/suv-teal-luxury-s42-720.avif",
    "/pictures/suv-blue-deluxe-s42-720.avif",
    "/pictures/suv-blue-luxury-front34-rockies-s42-720.avif",
    "/pictures/suv-blue-luxury-s42-flip-cutout-720.avif",
    "/pictures/suv-blue-luxury-s42-flip-flip-720.avif",
    "/pictures/../suv-blue-luxury-s42-720.avif",
    "/pictures/constructor-blue-luxury-s42-720.avif",
    "/pictures/",
    "",
  ])("refuses %j", (path) => {
    expect(parsePicturePath(path)).toBeNull();
  });

  it("reads nothing into arbitrary text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parsePicturePath(`/pictures/${text}`)).toBeNull();
      }),
    );
  });
});

describe("pictureAddress", () => {
  const file = { widthPx: 720, format: "avif" } as const;

  it("fills in what the illustration leaves open", () => {
    expect(pictureAddress({ body: "SUV", colour: "Blue", seed: 42 }, file)).toMatchObject({
      trim: "Base",
      cutOut: false,
      flip: false,
      seed: "42",
    });
  });

  it("writes make and model plainly, both or neither", () => {
    const readNames = (make: string, model: string) => {
      const address = pictureAddress({ body: "SUV", colour: "Blue", make, model }, file);
      return [address.make, address.model];
    };
    expect(readNames("Mercedes-Benz", "300 4MATIC")).toEqual(["mercedesbenz", "3004matic"]);
    expect(readNames("Citroën", "C4")).toEqual(["citroen", "c4"]);
    expect(readNames("Toyota", "…")).toEqual([undefined, undefined]);
  });

  it("keeps a seed that fits and stands a number in for one that does not", () => {
    const readSeed = (seed: string | number) =>
      pictureAddress({ body: "SUV", colour: "Blue", seed }, file).seed;
    expect(readSeed("demo-7")).toBe("demo-7");
    expect(readSeed("0199f0c2-6a1e-7c30")).toMatch(/^\d{1,4}$/);
    expect(readSeed("0199f0c2-6a1e-7c30")).toBe(readSeed("0199f0c2-6a1e-7c30"));
  });
});

describe("pictureSources", () => {
  const car = { body: "SUV", colour: "Blue", seed: 42 } as const;

  it("offers every width in both formats, at numbered addresses that the server reads", () => {
    const { avif, webp, src, widthPx, heightPx } = pictureSources(car);
    for (const srcSet of [avif, webp]) {
      const candidates = srcSet.split(", ").map((candidate) => candidate.split(" "));
      expect(candidates.map(([, width]) => width)).toEqual(PICTURE_WIDTHS_PX.map((px) => `${px}w`));
      for (const [url] of candidates) {
        const { pathname, search } = new URL(url!, "https://rouvia.example");
        expect(parsePicturePath(pathname)).not.toBeNull();
        expect(search).toMatch(/^\?v=\d+$/);
      }
    }
    expect(src).toContain("-720.webp?v=");
    expect([widthPx, heightPx]).toEqual([1500, 938]);
  });

  it("says of one width what pictureUrl says alone", () => {
    expect(pictureUrl(car, 720)).toBe(pictureSources(car, [720]).src);
    expect(pictureUrl(car, 480)).toBe(pictureSources(car, [300, 480]).src);
  });

  it("offers only the widths that are asked for", () => {
    const { avif, src } = pictureSources(car, [300, 480]);
    expect(avif.split(", ")).toHaveLength(2);
    expect(src).toContain("-480.webp");
  });
});

describe("sharedPictureUrl", () => {
  it("names a file that the server reads, never a car that is cut out", () => {
    const url = sharedPictureUrl({ body: "SUV", colour: "Blue", cutOut: true, seed: 42 });
    expect(url).toMatch(/^\/pictures\/suv-blue-base-s42-1200\.jpeg\?v=\d+$/);
    expect(parsePicturePath(url.split("?")[0] ?? "")).not.toBeNull();
  });
});
