import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { CANARY, hostileFiles } from "./hostile-photos.fixture.ts";
import { drawPhotoFiles } from "./photo-files.server.ts";

const files = await hostileFiles();
const widths = () => [300];

describe(`of ${files.length} hostile files`, () => {
  test("there are fifty and more", () => expect(files.length).toBeGreaterThanOrEqual(50));

  test.each(files)("$title: $becomes", async ({ bytes, becomes }) => {
    const drawn = await drawPhotoFiles(bytes, widths);
    expect(drawn.ok ? "clean" : drawn.code).toBe(becomes);
    if (!drawn.ok) return;
    expect(drawn.files.map(({ format }) => format)).toEqual(["webp", "avif"]);
    for (const file of drawn.files) {
      const content = Buffer.from(file.bytes).toString("latin1");
      expect(content).not.toContain(CANARY);
      expect(content).not.toMatch(/<script|<\?php|Exif|GPS/);
      const { exif, xmp, iptc, width } = await sharp(file.bytes).metadata();
      expect({ exif, xmp, iptc, width }).toEqual({ width: 300 });
    }
  });
});

test("a photo taken on its side is turned, and no file is wider than the photo", async () => {
  const lying = await sharp({
    create: { width: 800, height: 600, channels: 3, background: "#246" },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const drawn = await drawPhotoFiles(lying, (widthPx) => [300, widthPx]);
  if (!drawn.ok) throw new Error(drawn.code);
  expect([drawn.widthPx, drawn.heightPx]).toEqual([600, 800]);
  expect(drawn.files.map(({ widthPx, format }) => `${widthPx} ${format}`)).toEqual([
    "300 webp",
    "300 avif",
    "600 webp",
    "600 avif",
  ]);
});
