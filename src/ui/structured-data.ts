/** One breadcrumb of a page, with its full address. */
export type Breadcrumb = { name: string; url: string };

/** schema.org/BreadcrumbList, the same as the breadcrumbs above the page's text. */
export function breadcrumbData(breadcrumbs: readonly Breadcrumb[]): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: breadcrumbs.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}
