/** The page that takes a list of cars, in both languages, and the router's own requests to it. */
export function isStockImportPath(path: string): boolean {
  return /^(\/fr)?\/dealer\/stock\/import(\.data)?$/.test(path);
}
