import { isRouteErrorResponse } from "react-router";

/**
 * An error's own words, where they were written for visitors: `throw data({ message }, { status })`.
 * Any other error's text may hold internals, and is shown to developers only.
 */
export function speakableText(error: unknown): string | null {
  if (isRouteErrorResponse(error)) {
    const { message } = (error.data ?? {}) as { message?: unknown };
    return typeof message === "string" ? message : null;
  }
  return import.meta.env.DEV && error instanceof Error ? error.message : null;
}
