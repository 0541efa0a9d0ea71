const LARGEST_RESPONSE_BYTES = 64 * 1024;

type HttpCall = {
  url: URL;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole call: connecting, waiting, and reading the response to its end. */
  timeoutMs: number;
  /** Set if the service's responses may be longer than the default. */
  largestResponseBytes?: number;
};

export type HttpResult =
  | { ok: true; status: number; location: string | null; text: string }
  | { ok: false; detail: string };

/**
 * One call to an outside service. Follows no redirect, has one deadline, and reads only a short
 * response. So a response that stalls, never ends or is cut costs at most `timeoutMs`.
 */
export async function httpCall(call: HttpCall): Promise<HttpResult> {
  const { url, method, headers, body, timeoutMs } = call;
  const { largestResponseBytes = LARGEST_RESPONSE_BYTES } = call;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readShortText(response, largestResponseBytes);
    if (text === undefined) return { ok: false, detail: "the answer was too long" };
    return { ok: true, status: response.status, location: response.headers.get("location"), text };
  } catch (thrown) {
    return { ok: false, detail: describeFault(thrown, timeoutMs) };
  }
}

async function readShortText(response: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    // Leaving the loop early also closes the connection.
    if (sizeBytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Returns only the code of the fault, because fetch's messages can quote the URL, and a secret path
 * in it.
 */
function describeFault(thrown: unknown, timeoutMs: number): string {
  if (!(thrown instanceof Error)) throw thrown;
  if (thrown.name === "TimeoutError") return `no answer within ${timeoutMs} ms`;
  const cause = thrown.cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no connection";
  return `the call failed (${code})`;
}
