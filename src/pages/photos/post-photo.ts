import { m } from "#messages/messages.js";
import { fieldsOf } from "#pages/command/press.ts";
import type { UploadPress } from "./album.server.ts";
import type { PhotoFailure, QueuedPhoto } from "./photo-queue.ts";

export type PostedPhoto =
  | { ok: true; photo: NonNullable<QueuedPhoto["photo"]> }
  | { ok: false; failure: PhotoFailure };

/** The response of the upload path. */
export type UploadResult =
  | { ok: true; photo: NonNullable<QueuedPhoto["photo"]> }
  | { ok: false; text: string; canRetry: boolean };

/** The timeout of an upload. */
const LONGEST_MS = 120_000;

/**
 * Posts one photo. It uses XMLHttpRequest, because `fetch` does not report the upload's progress.
 * Returns null if `signal` cancelled it before the whole body was sent, as far as this browser
 * knows.
 */
export function postPhoto(
  href: string,
  { id, name, file }: { id: string; name: string; file: Blob },
  input: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<PostedPhoto | null> {
  const { signal, onProgress } = input;
  const form = new FormData();
  form.set("id", id);
  form.set("files", file, name);
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const fail = (failure: Partial<PhotoFailure> & { text: string }) =>
      done({ ok: false, failure: { canRetry: true, isOffline: false, ...failure } });
    const lose = () => fail({ text: m.photos_offline(), isOffline: true });
    request.open("POST", href);
    request.timeout = LONGEST_MS;
    request.setRequestHeader("accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    // The last progress event may be below 100 %.
    request.upload.onload = () => onProgress(1);
    request.onerror = lose;
    request.ontimeout = lose;
    request.onabort = () => done(null);
    request.onload = () => {
      const result = readUploadResponse(request);
      if (result?.ok) done(result);
      else fail(result ?? { text: m.photos_failed() });
    };
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) done(null);
    else request.send(form);
  });
}

/**
 * Removes a photo whose upload was cancelled: it may have arrived all the same, and its last bytes
 * may arrive before the cancellation. Without a network it is repeated when there is one.
 */
export async function takeBack(href: string, id: string): Promise<void> {
  const body = new URLSearchParams(fieldsOf<UploadPress>("remove", { photo: id }));
  try {
    await fetch(href, { method: "POST", body, keepalive: true });
  } catch {
    addEventListener("online", () => void takeBack(href, id), { once: true });
  }
}

/** Undefined if the response is not the upload path's: a sign-in page, or a proxy's text. */
function readUploadResponse({ responseText, status }: XMLHttpRequest): UploadResult | undefined {
  if (status === 413) return { ok: false, text: m.photos_too_large(), canRetry: false };
  try {
    const result = JSON.parse(responseText) as UploadResult;
    return typeof result.ok === "boolean" ? result : undefined;
  } catch {
    return undefined;
  }
}
