/** One refused answer, as sent by form-post.api.ts. */
export type PostFieldError = {
  field: string;
  step: string;
  code: string;
  /** Id of the control with the error. */
  control: string;
  message: string;
};

/** The result of a form that was sent from its page. */
export type PostResponse =
  /** `contactBy`: when we promise to contact the sender by (ISO 8601); null without a promise. */
  | { kind: "sent"; reference: string; contactBy: string | null }
  | { kind: "refused"; fieldErrors: readonly PostFieldError[] }
  | { kind: "too_many"; retryAfterSeconds: number }
  /** No response, or one that we do not understand: whether the form arrived is unknown. */
  | { kind: "failed" };

/**
 * Sends a form as one url-encoded post and reads `result` of the response (SPEC.md §7). Never
 * throws: a network error is a result too.
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
    return readPostResponse(await response.json(), {
      retryAfter: response.headers.get("retry-after"),
      contactBy: response.headers.get("contact-by"),
    });
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

/** Our own server wrote the body; an unknown result counts as a failure. */
export function readPostResponse(
  body: PostResponseBody,
  { retryAfter, contactBy }: { retryAfter: string | null; contactBy: string | null },
): PostResponse {
  if (body.result === "success" && typeof body.reference === "string") {
    return { kind: "sent", reference: body.reference, contactBy };
  }
  if (body.error === "too_many") {
    return { kind: "too_many", retryAfterSeconds: Number(retryAfter) || 60 };
  }
  if (body.result === "error") {
    // SPEC.md §8: every result other than success is "Submission failed", whatever else it says.
    return { kind: "refused", fieldErrors: Array.isArray(body.problems) ? body.problems : [] };
  }
  return { kind: "failed" };
}
