import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s3Account, computeSignature, startS3Peer } from "./s3-peer.fixture.ts";
import { folderStorage, type FileStorage } from "./storage.server.ts";
import { s3Storage, parseS3Url, type S3Settings } from "./s3-storage.server.ts";

let peer: Awaited<ReturnType<typeof startS3Peer>>;
beforeAll(async () => {
  peer = await startS3Peer();
});
afterAll(() => peer.close());

const settings = (): S3Settings => ({ ...s3Account, bucketUrl: peer.bucketUrl });

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

describe("a store that refuses", () => {
  const put = (changes: Partial<S3Settings>) =>
    s3Storage({ ...settings(), ...changes })
      .put("photos/b-300.webp", Buffer.from("x"), "image/webp")
      .catch((error: Error) => error.message);

  test.each<[string, Partial<S3Settings>, number]>([
    ["another secret", { secretAccessKey: "peer/secret" }, 403],
    ["another key", { accessKeyId: "OTHERKEY" }, 403],
    ["another region", { region: "us-east-1" }, 400],
  ])("says so of %s, without the secret", async (_what, changes, status) => {
    expect(await put(changes)).toBe(`The file store answered ${status} to put.`);
  });

  test("says so of another bucket", async () => {
    expect(await put({ bucketUrl: `${peer.baseUrl}/none` })).toBe(
      "The file store answered 404 to put.",
    );
  });
});

describe("the peer itself", () => {
  test("signs as AWS does: the example GET Object of its documentation", () => {
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const headers = {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": empty,
      "x-amz-date": "20130524T000000Z",
    };
    const signature = computeSignature(
      { method: "GET", path: "/test.txt", headers },
      {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
      },
    );
    expect(signature).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  });

  test("takes nothing that is not signed, or that was signed for something else", async () => {
    const url = `${peer.bucketUrl}/photos/c-300.webp`;
    expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(403);
    const client = new AwsClient({ ...s3Account, service: "s3", retries: 0 });
    const signed = await client.sign(url, { method: "GET" });
    expect((await fetch(signed.clone())).status).toBe(404);
    const { headers } = signed;
    for (const [where, method] of [
      [`${peer.bucketUrl}/photos/d-300.webp`, "GET"],
      [url, "DELETE"],
    ] as const) {
      expect((await fetch(where, { method, headers })).status).toBe(403);
    }
  });
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
