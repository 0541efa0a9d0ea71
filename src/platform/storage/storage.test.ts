import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleanPhoto } from "./clean-photo.server.ts";
import { folderStorage } from "./folder-storage.server.ts";
import { mediaAddress, mediaKey } from "./media-address.ts";

describe("the folder", () => {
  test("gives back what it was given, until it is deleted", async () => {
    const directory = await mkdtemp(join(tmpdir(), "storage-"));
    const folder = folderStorage(directory);
    await folder.put("people/a1.webp", Buffer.from("one"), "image/webp");
    expect(await folder.get("people/a1.webp")).toEqual({
      bytes: Buffer.from("one"),
      contentType: "image/webp",
    });
    await folder.delete("people/a1.webp");
    await folder.delete("people/a1.webp");
    expect(await folder.get("people/a1.webp")).toBeNull();
    expect(await readdir(join(directory, "people"))).toEqual([]);
  });

  test.each(["../secret.webp", "people/../../x.webp", "people/a.php", "/etc/passwd", "a.webp"])(
    "takes no key that could lead elsewhere: %s",
    async (key) => {
      const folder = folderStorage(await mkdtemp(join(tmpdir(), "storage-")));
      await expect(folder.put(key, Buffer.from("x"), "image/webp")).rejects.toThrow(
        "not made by us",
      );
      expect(mediaKey(mediaAddress(key))).toBeNull();
    },
  );
});

const SIZE = { widthPx: 64, heightPx: 64, fit: "cover" } as const;
const picture = (width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: "#b3261e" } });

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
