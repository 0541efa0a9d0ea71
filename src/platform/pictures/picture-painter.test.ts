import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PictureAddress } from "#packages/car-illustration/picture-address";
import { createPicturePainter } from "./picture-painter.server.ts";

const CAR: PictureAddress = {
  body: "SUV",
  colour: "Red",
  trim: "Luxury",
  seed: "42",
  cutOut: false,
  flip: false,
  widthPx: 720,
  format: "webp",
};

const painter = createPicturePainter();
const kilobytes = (bytes: Uint8Array): number => bytes.length / 1024;

describe("createPicturePainter", () => {
  it.each([
    { cutOut: false, widthPx: 720, format: "webp", atMostKb: 30 },
    { cutOut: false, widthPx: 720, format: "avif", atMostKb: 20 },
    { cutOut: false, widthPx: 1500, format: "webp", atMostKb: 60 },
    { cutOut: false, widthPx: 1500, format: "avif", atMostKb: 45 },
    { cutOut: true, widthPx: 1500, format: "webp", atMostKb: 60 },
    { cutOut: true, widthPx: 1500, format: "avif", atMostKb: 45 },
  ] as const)(
    "makes a $format of $widthPx px (cut out: $cutOut) in at most $atMostKb kB",
    async ({ atMostKb, ...change }) => {
      const bytes = await painter.paint({ ...CAR, ...change });
      expect(kilobytes(bytes)).toBeLessThan(atMostKb);
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([change.widthPx, change.widthPx === 720 ? 450 : 938]);
    },
  );

  it("makes the picture of a shared link as all networks take it, with nothing see-through", async () => {
    const file = { widthPx: 1200, format: "jpeg" } as const;
    for (const cutOut of [false, true]) {
      const bytes = await painter.paint({ ...CAR, cutOut, ...file });
      expect(kilobytes(bytes)).toBeLessThan(160);
      const { width, height, format, hasAlpha } = await sharp(bytes).metadata();
      expect({ width, height, format, hasAlpha }).toEqual({
        width: 1200,
        height: 630,
        format: "jpeg",
        hasAlpha: false,
      });
    }
  });

  it("keeps transparency only where the car is cut out", async () => {
    const cut = await sharp(await painter.paint({ ...CAR, cutOut: true })).stats();
    expect(cut.isOpaque).toBe(false);
    const scene = await sharp(await painter.paint(CAR)).metadata();
    expect(scene.hasAlpha).toBe(false);
  });

  it("paints the colour of the car", async () => {
    const { data, info } = await sharp(await painter.paint(CAR))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const handler = (0.62 * info.height * info.width + 0.55 * info.width) | 0;
    const [red, green, blue] = data.subarray(handler * info.channels);
    expect(red).toBeGreaterThan(green! + 40);
    expect(red).toBeGreaterThan(blue! + 40);
  });
});
