/**
 * The link of a stylesheet that a page or a layout needs besides the site's own (`links`). Its
 * precedence makes React wait: a page that the router opens is shown when its stylesheet is loaded.
 * React keeps the stylesheet afterwards, so it must not depend on the order of visits (site.css
 * says how).
 */
export function pageStyle(href: string) {
  return { rel: "stylesheet", href, precedence: "page" } as const;
}

/** The link of the stylesheet of every page, which comes before all others. */
export function siteStyle(href: string) {
  return { rel: "stylesheet", href, precedence: "site" } as const;
}
