import type { SavedPost } from "./outage-page.tsx";

/**
 * Only in the browser: the form whose post ended in an error page, with everything that was typed.
 */
let failed: SavedPost | null = null;

/**
 * Middleware of root in the browser. An error page replaces the form and what was typed in it, so
 * that is saved here, in this window's memory, and the error page offers to send it again.
 */
export async function saveFailedPost<Results>(
  request: Request,
  next: () => Promise<Results>,
): Promise<Results> {
  if (request.method !== "POST") return next();
  const sent = await readSent(request.clone());
  const results = await next();
  failed = sent && hasFailed(results) ? sent : null;
  return results;
}

export function findFailedPost(): SavedPost | null {
  return failed;
}

export function forgetFailedPost(): void {
  failed = null;
}

async function readSent(request: Request): Promise<SavedPost | null> {
  try {
    const entries = [...(await request.formData())];
    const fields = entries.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    const { pathname, search } = new URL(request.url);
    return { action: pathname + search, fields, isPartial: fields.length < entries.length };
  } catch {
    return null;
  }
}

/** Data and redirects are not failures, nor is an error that the page itself handles. */
function hasFailed(results: unknown): boolean {
  if (typeof results !== "object" || results === null) return false;
  return Object.values(results).some(
    (result: unknown) =>
      typeof result === "object" &&
      result !== null &&
      "type" in result &&
      result.type === "error" &&
      "result" in result &&
      !(result.result instanceof Response),
  );
}
