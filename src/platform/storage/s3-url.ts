import { isLoopback } from "#platform/outgoing/loopback.ts";

export type S3Settings = {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The address of the bucket, path-style, without a slash at its end. */
  bucketUrl: string;
};

export type S3UrlResult = { ok: true; settings: S3Settings } | { ok: false; detail: string };

/**
 * Reads `s3://KEY:SECRET@host/bucket?region=ca-central-1`; a secret's `/` and `+` are written as %2F
 * and %2B. `s3+http://` speaks plain http to a stand-in on this machine, for tests: to any other
 * host customers' files would travel in clear. `detail` repeats nothing of the text.
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
