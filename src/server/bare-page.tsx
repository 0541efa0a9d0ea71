import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { getLocale } from "#messages/runtime.js";
import { site } from "#site/site.ts";
import { Logo } from "#ui/logo.tsx";
import { languageTag } from "#values/locale.ts";

type BarePage = {
  /** The path and query that its links are relative to. */
  address: string;
  stylesheet: string;
  theme?: string | undefined;
  children: ReactNode;
};

/** A complete document in the style of the site that needs no database, framework or script. */
export function renderBarePage({ address, stylesheet, theme, children }: BarePage): string {
  const markup = renderToStaticMarkup(
    <html
      lang={languageTag[getLocale()]}
      data-theme={theme === "dark" || theme === "light" ? theme : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={stylesheet} />
        {site.colours && <link rel="stylesheet" href={site.colours} />}
        <link rel="icon" href={site.icon} type="image/svg+xml" />
      </head>
      <body>
        <StaticRouter location={address}>
          <header className="site-header">
            <div className="page-width">
              <Logo />
            </div>
          </header>
          <main id="main">{children}</main>
        </StaticRouter>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}
