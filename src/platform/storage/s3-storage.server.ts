import { AwsClient } from "aws4fetch";
import { isStorageKey } from "./media-address.ts";
import type { FileStorage } from "./storage.server.ts";
import { isLoopback } from "#platform/outgoing/loopback.ts";

/**
 * Enough for a distant and slow bucket. If the bucket hangs, a visitor waits no longer than this.
 */
const TIMEOUT_MS = 10_000;

/**
 * Stores files in a bucket of any S3-compatible store: plain PUT, GET and DELETE of one object,
 * signed with AWS Signature Version 4.
 * @throws if the store refuses or cannot be reached; then nothing was stored or deleted
 */
export function s3Storage({ bucketUrl, ...credentials }: S3Settings): FileStorage {
  const client = new AwsClient({ ...credentials, service: "s3", retries: 1 });
  const call = (key: string, init: RequestInit) => {
    if (!isStorageKey(key)) throw new Error("A storage key was not made by us.");
    return client.fetch(`${bucketUrl}/${key}`, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  };
  return {
    async put(key, bytes, contentType) {
      const body = Uint8Array.from(bytes);
      const response = await call(key, {
        method: "PUT",
        body,
        headers: { "content-type": contentType, "content-length": String(body.byteLength) },
      });
      await expectStatus(response, "put", [200]);
    },
    async get(key) {
      const response = await call(key, { method: "GET" });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (response.status !== 200) return throwRefused(response, "get");
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentType: response.headers.get("content-type") ?? "application/octet-stream",
      };
    },
    async delete(key) {
      await expectStatus(await call(key, { method: "DELETE" }), "delete", [200, 204, 404]);
    },
  };
}

async function expectStatus(
  response: Response,
  what: string,
  good: readonly number[],
): Promise<void> {
  if (!good.includes(response.status)) return throwRefused(response, what);
  await response.body?.cancel();
}

/** Reports only the status, because the response's text may contain the key. */
async function throwRefused(response: Response, what: string): Promise<never> {
  await response.body?.cancel();
  throw new Error(`The file store answered ${response.status} to ${what}.`);
}

export type S3Settings = {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The address of the bucket, path-style, without a slash at its end. */
  bucketUrl: string;
};

type S3UrlResult = { ok: true; settings: S3Settings } | { ok: false; detail: string };

/**
 * Reads `s3://KEY:SECRET@host/bucket?region=ca-central-1`; a secret's `/` and `+` are written as
 * %2F and %2B. For tests, `s3+http://` uses plain http to a stand-in on this machine. It is refused
 * for any other host, where customers' files would be sent unencrypted. `detail` contains nothing
 * of the text.
 */
export function parseS3Url(text: string): S3UrlResult {
  const refuse = (detail: string): S3UrlResult => ({ ok: false, detail });
  if (!URL.canParse(text)) return refuse("the address cannot be read");
  const url = new URL(text);
  const isPlain = url.protocol === "s3+http:";
  if (url.protocol !== "s3:" && !isPlain) return refuse("it must begin with s3://");
  if (isPlain && !isLoopback(url.hostname)) return refuse("plain http only reaches this machine");
  if (url.hostname === "") return refuse("the host is missing");
  const [, bucket = ""] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url.pathname) ?? [];
  if (bucket === "") return refuse("the path must be the name of one bucket");
  const accessKeyId = decodeURIComponent(url.username);
  const secretAccessKey = decodeURIComponent(url.password);
  if (accessKeyId === "" || secretAccessKey === "")
    return refuse("the key or its secret is missing");
  return {
    ok: true,
    settings: {
      accessKeyId,
      secretAccessKey,
      region: url.searchParams.get("region") ?? "us-east-1",
      bucketUrl: `${isPlain ? "http" : "https"}://${url.host}/${bucket}`,
    },
  };
}
