import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { type Encoding, ENCODINGS, listEncodings } from "./content-encoding.ts";
import type { ServerEnv } from "./visitor.ts";

/** Beside a file lie its compressed forms (vite.config.ts), which are no addresses of their own. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: ".br", zstd: ".zst", gzip: ".gz" };
const COMPRESSED = /\.(br|zst|gz)$/;

/** The bytes of one form of a file and the headers that they are sent with. */
type Form = { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string>; etag: string };

/** Read when it is first asked for, and kept: all files together are a few megabytes. */
type BuiltFile = { encodings: ReadonlySet<Encoding>; forms: Map<string, Promise<Form>> };

/**
 * The files of the build, which are known from the start: no request asks the disk whether there is
 * one. Those under /assets carry a hash in their name and never change.
 */
export function builtFiles(root: string): MiddlewareHandler<ServerEnv> {
  const files = listFiles(root);
  const sendPart = existsSync(root) ? serveStatic<ServerEnv>({ root }) : undefined;
  return async (context, next) => {
    const { path, method } = context.req;
    const file = files.get(path);
    if (!file || (method !== "GET" && method !== "HEAD")) return next();
    context.set("isEncoded", true);
    // A part of a file: nobody asks for one of these, but whoever does gets it from the disk.
    if (sendPart && context.req.header("range")) {
      context.header("cache-control", cacheControl(path));
      return sendPart(context, next);
    }
    const encoding = listEncodings(context.req.header("accept-encoding")).find((each) =>
      file.encodings.has(each),
    );
    return answer(context, await findForm(file, join(root, path), path, encoding));
  };
}

function answer(context: Context<ServerEnv>, { bytes, headers, etag }: Form): Response {
  if (context.req.header("if-none-match")?.includes(etag)) {
    const { "content-length": _length, ...kept } = headers;
    return new Response(null, { status: 304, headers: kept });
  }
  return new Response(context.req.method === "HEAD" ? null : bytes, { headers });
}

function findForm(
  { encodings, forms }: BuiltFile,
  filePath: string,
  path: string,
  encoding: Encoding | undefined,
): Promise<Form> {
  const name = encoding ?? "identity";
  const known = forms.get(name) ?? readForm();
  forms.set(name, known);
  // Not kept where it failed: the next request tries again.
  known.catch(() => forms.delete(name));
  return known;

  async function readForm(): Promise<Form> {
    const bytes = new Uint8Array(await readFile(filePath + (encoding ? ENDINGS[encoding] : "")));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    return {
      bytes,
      etag,
      headers: {
        etag,
        "cache-control": cacheControl(path),
        "content-type": getMimeType(path) ?? "application/octet-stream",
        "content-length": String(bytes.length),
        "accept-ranges": "bytes",
        ...(encodings.size > 0 ? { vary: "Accept-Encoding" } : {}),
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    };
  }
}

function cacheControl(path: string): string {
  return path.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=3600";
}

/** By their addresses. */
function listFiles(root: string): ReadonlyMap<string, BuiltFile> {
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
