import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";

const SCRIPT = "export const cars = 1;\n".repeat(200);
const IMMUTABLE = "public, max-age=31536000, immutable";

let site: Awaited<ReturnType<typeof serveApp>>;
let projectRoot: string;
beforeAll(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), "built-"));
  const client = join(projectRoot, "build", "client");
  await mkdir(join(client, "assets"), { recursive: true });
  const script = join(client, "assets", "cars-1a2b.js");
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.zst`, zstdCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(join(client, "photo.webp"), "RIFF....WEBP");
  await writeFile(join(client, "assets", "old-3c4d.js"), SCRIPT);
  site = await serveApp({}, { projectRoot });
});
afterAll(async () => {
  await site.close();
  await rm(projectRoot, { recursive: true });
});

/** The response as it was sent: `fetch` would request encodings of its own and decode them. */
function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (done, failed) =>
      request(site.origin + path, { headers, method }, (response) => {
        buffer(response).then(
          (body) => done({ status: response.statusCode ?? 0, headers: response.headers, body }),
          failed,
        );
      })
        .on("error", failed)
        .end(),
  );
}

const PATH = "/assets/cars-1a2b.js";

test.each([
  ["gzip, deflate, br, zstd", "br", brotliCompressSync(SCRIPT)],
  ["gzip, zstd", "zstd", zstdCompressSync(SCRIPT)],
  ["gzip", "gzip", gzipSync(SCRIPT)],
  ["identity", undefined, Buffer.from(SCRIPT)],
])("a script is sent as %s wants it, ready compressed", async (accepted, encoding, bytes) => {
  const response = await get(PATH, { "accept-encoding": accepted });
  expect(response.status).toBe(200);
  expect(response.body.equals(bytes)).toBe(true);
  expect(response.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(bytes.length),
    "cache-control": IMMUTABLE,
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect(response.headers["content-encoding"]).toBe(encoding);
});

test("a browser that has a file is told so, for each form of it", async () => {
  const br = { "accept-encoding": "br" };
  const etag = String((await get(PATH, br)).headers["etag"]);
  const again = await get(PATH, { ...br, "if-none-match": etag });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({ etag, "cache-control": IMMUTABLE });
  const plain = await get(PATH, { "if-none-match": etag });
  expect([plain.status, plain.body.length]).toEqual([200, SCRIPT.length]);
  expect(plain.headers["etag"]).not.toBe(etag);
});

test("HEAD says how long it is, a range gives a part of it", async () => {
  const head = await get(PATH, {}, "HEAD");
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([
    200,
    String(SCRIPT.length),
    0,
  ]);
  const part = await get(PATH, { range: "bytes=7-11", "accept-encoding": "br" });
  expect([part.status, part.body.toString()]).toEqual([206, "const"]);
  expect(part.headers["content-range"]).toBe(`bytes 7-11/${SCRIPT.length}`);
  expect((await get(PATH, { range: "bytes=999999-" })).status).toBe(416);
});

test("what has no hash in its name is asked for again within the hour", async () => {
  const picture = await get("/photo.webp", { "accept-encoding": "br" });
  expect(picture.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=3600",
  });
  expect(picture.headers["vary"]).toBeUndefined();
});

test("what is no file is a page's: a compressed form, a folder, a way out of the folder", async () => {
  for (const path of [`${PATH}.br`, "/assets", "/assets/..%2f..%2fpackage.json", "/none.js"]) {
    const { body } = await get(path);
    expect(JSON.parse(body.toString()), path).toMatchObject({ method: "GET" });
  }
});

test("a file that another build has taken away is not found, and no fault", async () => {
  await rm(join(projectRoot, "build", "client", "assets", "old-3c4d.js"));
  expect((await get("/assets/old-3c4d.js")).status).not.toBe(500);
  expect((await get("/assets/old-3c4d.js")).status).toBe((await get("/assets/never.js")).status);
});
