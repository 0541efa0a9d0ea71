import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStorage } from "./folder-storage.server.ts";
import { s3Storage } from "./s3-storage.server.ts";
import { parseS3Url, type S3Settings } from "./s3-url.ts";
import type { FileStorage } from "./storage.server.ts";

const peer = new S3rver({ port: 0, address: "127.0.0.1", silent: true, ...(await peerOptions()) });
let peerPort = 0;
beforeAll(async () => {
  peerPort = (await peer.run()).port;
});
afterAll(() => peer.close());

async function peerOptions() {
  const directory = await mkdtemp(join(tmpdir(), "s3-peer-"));
  return { directory, configureBuckets: [{ name: "photos-test", configs: [] }] };
}

/** The key pair that the peer knows. */
const settings = (): S3Settings => {
  const read = parseS3Url(`s3+http://S3RVER:S3RVER@127.0.0.1:${peerPort}/photos-test`);
  if (!read.ok) throw new Error(read.detail);
  return read.settings;
};

const kinds: [string, () => Promise<FileStorage>][] = [
  ["a folder", async () => folderStorage(await mkdtemp(join(tmpdir(), "storage-")))],
  ["an S3 bucket", async () => s3Storage(settings())],
];

describe.each(kinds)("%s", (_, open) => {
  test("keeps a file as it was given, replaces it whole, and forgets it", async () => {
    const files = await open();
    const bytes = Uint8Array.from({ length: 300_000 }, (_each, at) => at % 251);
    await files.put("photos/a-300.avif", bytes, "image/avif");
    const stored = await files.get("photos/a-300.avif");
    expect(stored?.contentType).toBe("image/avif");
    expect(Buffer.compare(Buffer.from(stored?.bytes ?? []), Buffer.from(bytes))).toBe(0);
    await files.put("photos/a-300.avif", bytes.subarray(0, 10), "image/avif");
    expect((await files.get("photos/a-300.avif"))?.bytes.byteLength).toBe(10);
    await files.delete("photos/a-300.avif");
    await files.delete("photos/a-300.avif");
    expect(await files.get("photos/a-300.avif")).toBeNull();
  });

  test.each(["../x.webp", "photos/../x.webp", "photos/x.html", "photos/x.svg", "x.webp", ""])(
    "takes no key that we did not make: %j",
    async (key) => {
      const files = await open();
      await expect((async () => files.put(key, Buffer.from("x"), "image/webp"))()).rejects.toThrow(
        "not made by us",
      );
    },
  );
});

test("a store that refuses says so, without the secret", async () => {
  const files = s3Storage({ ...settings(), bucketUrl: `http://127.0.0.1:${peerPort}/none` });
  const put = files.put("photos/b-300.webp", Buffer.from("x"), "image/webp");
  const refusal = await put.catch((error: Error) => error.message);
  expect(refusal).toBe("The file store answered 404 to put.");
});

test.each([
  ["s3://KEY:SE%2FCRET@s3.ca-central-1.amazonaws.com/cars?region=ca-central-1", null],
  ["s3+http://KEY:SECRET@127.0.0.1:9000/cars", null],
  ["s3+http://KEY:SECRET@files.example.ca/cars", "plain http only reaches this machine"],
  ["https://KEY:SECRET@files.example.ca/cars", "it must begin with s3://"],
  ["s3://KEY:SECRET@files.example.ca/", "the path must be the name of one bucket"],
  ["s3://KEY:SECRET@files.example.ca/cars/../x y", "the path must be the name of one bucket"],
  ["s3://files.example.ca/cars", "the key or its secret is missing"],
  ["nonsense", "the address cannot be read"],
])("%s", (text, detail) => {
  const read = parseS3Url(text);
  expect(read.ok ? null : read.detail).toBe(detail);
});

test("a secret is read as it was before it was put into an address", () => {
  const read = parseS3Url("s3://KEY:SE%2FC%2BRET@files.example.ca/cars?region=ca-central-1");
  expect(read).toEqual({
    ok: true,
    settings: {
      accessKeyId: "KEY",
      secretAccessKey: "SE/C+RET",
      region: "ca-central-1",
      bucketUrl: "https://files.example.ca/cars",
    },
  });
});
