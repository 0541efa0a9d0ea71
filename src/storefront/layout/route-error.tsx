import { isRouteErrorResponse } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { NotFound } from "./not-found.tsx";

/** What the visitor sees instead of a page that could not be made. */
export function RouteError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorPage text={speakableText(error)} />;
}

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
