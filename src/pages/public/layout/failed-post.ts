import type { SavedPost } from "./outage-page.tsx";

/** The browser's only: the form whose sending ended in an error page, with all that was typed. */
let failed: SavedPost | null = null;

/**
 * Root's middleware in the browser. An error page takes the form's place, and with it what was typed:
 * so it is kept here, in this window's memory, for the page to offer once more.
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

/** Answers and redirects are no failures; an action that is taken care of by its page neither. */
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
