import { Outlet } from "react-router";
import type { Route } from "./+types/layout.page.ts";
import { Frame } from "./frame.tsx";
import { loadLayout } from "./layout.server.ts";
import { RouteError } from "./route-error.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return loadLayout(context);
}

/** Header, page and footer of everything that visitors see. */
export default function LayoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame layout={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page's error stands between the same header and footer: nobody is locked in. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame layout={loaderData}>
      <RouteError error={error} />
    </Frame>
  );
}
