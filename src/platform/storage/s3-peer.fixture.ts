import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";

type S3Account = { accessKeyId: string; secretAccessKey: string; region: string };

export const s3Account: S3Account = {
  accessKeyId: "PEERKEY",
  secretAccessKey: "peer/secret+that-must-not-leak",
  region: "ca-central-1",
};

const BUCKET = "photos-test";

/**
 * A strict stand-in for an S3 store, path-style, with one bucket and one account. It computes each
 * request's signature itself (AWS Signature Version 4, "Authenticating Requests: Using the
 * Authorization Header") and refuses what S3 refuses, in the same format.
 */
export async function startS3Peer() {
  const objects = new Map<string, { bytes: Buffer; contentType: string }>();
  const peer = await startHttpPeer(async (request, response) => {
    const body = await buffer(request);
    const refusal = findRefusal(request, body);
    if (refusal) return refuse(response, ...refusal);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://peer");
    const [, bucket, key = ""] = /^\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    if (bucket !== BUCKET) return refuse(response, 404, "NoSuchBucket");
    if (request.method === "GET" && key === "") {
      if (searchParams.get("list-type") !== "2") return refuse(response, 501, "NotImplemented");
      const prefix = searchParams.get("prefix") ?? "";
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
      const contents = names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(`<ListBucketResult>${contents}</ListBucketResult>`);
      return;
    }
    switch (request.method) {
      case "PUT": {
        if (!request.headers["content-length"])
          return refuse(response, 411, "MissingContentLength");
        const contentType = request.headers["content-type"] ?? "binary/octet-stream";
        objects.set(key, { bytes: body, contentType });
        response.writeHead(200).end();
        return;
      }
      case "GET": {
        const object = objects.get(key);
        if (!object) return refuse(response, 404, "NoSuchKey");
        response.writeHead(200, { "content-type": object.contentType }).end(object.bytes);
        return;
      }
      case "HEAD": {
        const object = objects.get(key);
        // A response to HEAD has no body, even if it is a refusal.
        response.writeHead(object ? 200 : 404, { "content-length": object?.bytes.length ?? 0 });
        response.end();
        return;
      }
      case "DELETE":
        objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        return refuse(response, 405, "MethodNotAllowed");
    }
  });
  return { ...peer, bucketUrl: `${peer.baseUrl}/${BUCKET}`, objects };
}

/** The largest difference between a request's time and now (S3: RequestTimeTooSkewed). */
const MOST_SKEW_MS = 15 * 60_000;

function findRefusal(request: IncomingMessage, body: Buffer): [number, string] | undefined {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!authorization) return [403, "AccessDenied"];
  const [, accessKeyId, , region, names = "", signature] = authorization;
  if (accessKeyId !== s3Account.accessKeyId) return [403, "InvalidAccessKeyId"];
  if (region !== s3Account.region) return [400, "AuthorizationHeaderMalformed"];
  const signed = names.split(";");
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"));
  if (![...mustBeSigned, "host"].every((name) => signed.includes(name))) {
    return [403, "AccessDenied"];
  }
  const at = readAmzDate(String(request.headers["x-amz-date"]));
  if (!(Math.abs(at - Date.now()) < MOST_SKEW_MS)) return [403, "RequestTimeTooSkewed"];
  const declared = String(request.headers["x-amz-content-sha256"]);
  if (declared !== "UNSIGNED-PAYLOAD" && declared !== sha256(body)) {
    return [400, "XAmzContentSHA256Mismatch"];
  }
  const expected = computeSignature(
    {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: Object.fromEntries(signed.map((name) => [name, String(request.headers[name])])),
    },
    s3Account,
  );
  return signature === expected ? undefined : [403, "SignatureDoesNotMatch"];
}

/** The signature of a request: `headers` are the signed ones, by their lower-case names. */
export function computeSignature(
  request: { method: string; path: string; headers: Record<string, string> },
  { secretAccessKey, region }: S3Account,
): string {
  const [path = "", query = ""] = request.path.split("?");
  const headers = Object.entries(request.headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const at = request.headers["x-amz-date"] ?? "";
  const canonical = [
    request.method,
    path,
    query,
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    headers.map(([name]) => name).join(";"),
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = [at.slice(0, 8), region, "s3", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", at, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac("sha256", key).update(toSign).digest("hex");
}

/** Parses a time such as `20130524T000000Z` to milliseconds; NaN for anything else. */
function readAmzDate(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
