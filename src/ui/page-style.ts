/**
 * The link of a stylesheet that a page, or a frame around pages, brings beside the site's own (`links`).
 * Its precedence makes React wait: a page that the router opens is shown once its stylesheet is there.
 * React keeps the stylesheet afterwards, so no order of visits may matter to it (site.css says how).
 */
export function pageStyle(href: string) {
  return { rel: "stylesheet", href, precedence: "page" } as const;
}

/** The link of the stylesheet of every page, which comes before all others. */
export function siteStyle(href: string) {
  return { rel: "stylesheet", href, precedence: "site" } as const;
}
