import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { CANARY, hostileFiles } from "./hostile-photos.fixture.ts";
import { cleanPhoto, drawLogo, drawPhotoFiles } from "./clean-photo.server.ts";

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

const SIZE = { widthPx: 64, heightPx: 64, fit: "cover" } as const;
const picture = (width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: "#b3261e" } });

describe("a logo", () => {
  test("becomes a PNG that may be transparent, and no larger than it was", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const file = await sharp({
      create: { width: 300, height: 60, channels: 4, background: clear },
    })
      .webp()
      .toBuffer();
    const drawn = await drawLogo(file);
    if (!drawn.ok) throw new Error(drawn.code);
    const { format, width, height, hasAlpha } = await sharp(drawn.bytes).metadata();
    expect({ format, width, height, hasAlpha }).toEqual({
      format: "png",
      width: 300,
      height: 60,
      hasAlpha: true,
    });
  });

  test.each<[string, Buffer | Promise<Buffer>, string]>([
    ["a drawing", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "not_a_photo"],
    ["too low", picture(300, 20).png().toBuffer(), "photo_too_small"],
    ["a thin line once it is drawn", picture(6000, 100).png().toBuffer(), "photo_too_small"],
  ])("is refused where it is %s", async (_what, file, code) => {
    expect(await drawLogo(await file)).toEqual({ ok: false, code });
  });
});

describe("a photo", () => {
  test("is drawn anew without what the camera wrote down", async () => {
    const taken = await picture()
      .withExif({ IFD0: { Copyright: "canary" }, IFD3: { GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    expect(taken.toString("latin1")).toContain("canary");
    const polyglot = Buffer.concat([taken, Buffer.from("<script>canary</script>")]);
    const cleaned = await cleanPhoto(polyglot, SIZE);
    if (!cleaned.ok) throw new Error(cleaned.code);
    expect(Buffer.from(cleaned.bytes).toString("latin1")).not.toContain("canary");
    const { format, width, height, exif } = await sharp(cleaned.bytes).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: "webp",
      width: 64,
      height: 64,
      exif: undefined,
    });
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["a page", () => Buffer.from("<html>"), "not_a_photo"],
    ["a drawing that can name files", () => Buffer.from("<svg xmlns=''/>"), "not_a_photo"],
    ["nothing", () => Buffer.alloc(0), "not_a_photo"],
    [
      "the head of a photo",
      async () => (await picture().png().toBuffer()).subarray(0, 60),
      "not_a_photo",
    ],
    ["too many pixels", () => picture(9000, 9000).png().toBuffer(), "photo_too_large"],
    ["too many bytes", () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), "photo_too_large"],
  ])("is refused where it is %s", async (_what, file, code) => {
    expect(await cleanPhoto(await file(), SIZE)).toEqual({ ok: false, code });
  });
});
