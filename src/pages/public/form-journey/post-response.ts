/** One refused answer, as form-post.api.ts tells it. */
export type PostFieldError = {
  field: string;
  step: string;
  code: string;
  /** Id of the control to go to. */
  control: string;
  message: string;
};

/** What became of a form that was sent from its page. */
export type PostResponse =
  | { kind: "sent"; reference: string }
  | { kind: "refused"; fieldErrors: readonly PostFieldError[] }
  | { kind: "too_many"; retryAfterSeconds: number }
  /** No answer, or none that we understand: whether it arrived is not known. */
  | { kind: "failed" };

/**
 * Sends a form as one url-encoded post and reads `result` of the answer (SPEC.md §7). Never throws:
 * the network's failure is an answer too.
 */
export async function postForm(form: HTMLFormElement): Promise<PostResponse> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
  }
  try {
    const response = await fetch(form.getAttribute("action") ?? "", {
      method: "POST",
      headers: { accept: "application/json" },
      body,
    });
    return readPostResponse(await response.json(), response.headers.get("retry-after"));
  } catch {
    return { kind: "failed" };
  }
}

type PostResponseBody = {
  result?: unknown;
  reference?: unknown;
  error?: unknown;
  problems?: PostFieldError[];
};

/** Our own server wrote it; what is unknown to us counts as a failure. */
export function readPostResponse(body: PostResponseBody, retryAfter: string | null): PostResponse {
  if (body.result === "success" && typeof body.reference === "string") {
    return { kind: "sent", reference: body.reference };
  }
  if (body.error === "too_many") {
    return { kind: "too_many", retryAfterSeconds: Number(retryAfter) || 60 };
  }
  if (body.result === "error") {
    // SPEC.md §8: an answer that is no success is "Submission failed", whatever else it says.
    return { kind: "refused", fieldErrors: Array.isArray(body.problems) ? body.problems : [] };
  }
  return { kind: "failed" };
}
