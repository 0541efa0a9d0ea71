import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderStorage } from "./storage.server.ts";
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

  test.runIf(process.platform !== "win32")("is for nobody else on this machine", async () => {
    const directory = await mkdtemp(join(tmpdir(), "storage-"));
    await folderStorage(directory).put("people/a1.webp", Buffer.from("one"), "image/webp");
    const { mode } = await stat(join(directory, "people", "a1.webp"));
    expect((mode & 0o777).toString(8)).toBe("600");
    expect(((await stat(join(directory, "people"))).mode & 0o777).toString(8)).toBe("700");
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
