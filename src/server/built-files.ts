import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { type Encoding, ENCODINGS, listEncodings } from "./content-encoding.ts";
import { toReadyResponse, type ReadyForm, toResponse } from "./ready-response.ts";
import type { ServerEnv } from "./visitor.ts";

/** The compressed forms beside each file (vite.config.ts); they have no addresses of their own. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: ".br", zstd: ".zst", gzip: ".gz" };
const COMPRESSED = /\.(br|zst|gz)$/;

/**
 * Each form is read on its first request and then cached: all files together are a few megabytes.
 */
type BuiltFile = {
  encodings: ReadonlySet<Encoding>;
  forms: Map<Encoding | "identity", ReadyForm>;
};

export type BuiltFiles = {
  serve: MiddlewareHandler<ServerEnv>;
  /** The form of a file that this browser prefers, if it was requested before. */
  findReady(path: string, acceptEncoding: string | undefined): ReadyForm | undefined;
};

/**
 * The files of the build. They are listed once at the start, so no request checks the disk for a
 * file. Files under /assets have a hash in their name and never change.
 */
export function builtFiles(root: string): BuiltFiles {
  const files = listFiles(root);
  const sendPart = existsSync(root) ? serveStatic<ServerEnv>({ root }) : undefined;
  return {
    findReady(path, acceptEncoding) {
      const file = files.get(path);
      return file?.forms.get(chooseEncoding(file, acceptEncoding) ?? "identity");
    },
    async serve(context, next) {
      const { path, method } = context.req;
      const file = files.get(path);
      if (!file || (method !== "GET" && method !== "HEAD")) return next();
      context.set("isEncoded", true);
      // A range request: no page of ours makes one, but it is served from the disk.
      if (sendPart && context.req.header("range")) {
        context.header("cache-control", cacheControl(path));
        return sendPart(context, next);
      }
      const encoding = chooseEncoding(file, context.req.header("accept-encoding"));
      const form =
        file.forms.get(encoding ?? "identity") ??
        (await readForm(file, join(root, path), path, encoding).catch(nullWhenGone));
      // A new build has replaced this one on the disk. The browser then reloads the page.
      if (!form) {
        files.delete(path);
        context.set("isEncoded", false);
        return next();
      }
      const ifNoneMatch = context.req.header("if-none-match");
      return toResponse(toReadyResponse(form, { method, ifNoneMatch }));
    },
  };
}

function chooseEncoding(
  { encodings }: BuiltFile,
  acceptEncoding: string | undefined,
): Encoding | undefined {
  return listEncodings(acceptEncoding).find((each) => encodings.has(each));
}

async function readForm(
  { encodings, forms }: BuiltFile,
  filePath: string,
  path: string,
  encoding: Encoding | undefined,
): Promise<ReadyForm> {
  const bytes = new Uint8Array(await readFile(filePath + (encoding ? ENDINGS[encoding] : "")));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const unchangedHeaders = {
    etag,
    "cache-control": cacheControl(path),
    "content-type": getMimeType(path) ?? "application/octet-stream",
    "accept-ranges": "bytes",
    ...(encodings.size > 0 ? { vary: "Accept-Encoding" } : {}),
    ...(encoding ? { "content-encoding": encoding } : {}),
  };
  const headers = { ...unchangedHeaders, "content-length": String(bytes.length) };
  const form = { bytes, etag, headers, unchangedHeaders };
  forms.set(encoding ?? "identity", form);
  return form;
}

function nullWhenGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function cacheControl(path: string): string {
  return path.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=3600";
}

/** The files by their addresses. */
function listFiles(root: string): Map<string, BuiltFile> {
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name).slice(root.length).replaceAll(sep, "/"),
      ),
  );
  const plain = [...paths].filter(
    (path) => !(COMPRESSED.test(path) && paths.has(path.replace(COMPRESSED, ""))),
  );
  return new Map(
    plain.map((path) => {
      const encodings = ENCODINGS.filter((encoding) => paths.has(path + ENDINGS[encoding]));
      return [path, { encodings: new Set(encodings), forms: new Map() }];
    }),
  );
}
