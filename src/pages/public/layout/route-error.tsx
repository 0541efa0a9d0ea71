import { isRouteErrorResponse } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { NotFound } from "./not-found.tsx";
import { speakableText } from "./speakable-text.ts";

/** What the visitor sees instead of a page that could not be made. */
export function RouteError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <ErrorPage text={speakableText(error)} />;
}
