import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root.ts";
import { getLocale } from "#messages/runtime.js";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { languageTag } from "#vocabulary/locale.ts";
import stylesheet from "./ui/styles/site.css?url";

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export function loader({ context }: Route.LoaderArgs) {
  const { nonce, theme } = visitorOf(context);
  return { nonce, theme };
}

/** The document's shell, around every page and every error. */
export function Layout({ children }: { children: React.ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>("root");
  return (
    <html
      lang={languageTag[getLocale()]}
      className="no-js"
      data-theme={shell?.theme === "system" ? undefined : shell?.theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={shell?.nonce} />
        <Scripts nonce={shell?.nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
