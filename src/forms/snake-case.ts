/** `annualIncome`, `new-brunswick` and `ON` as message keys spell them. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1_$2")
    .replace(/[^A-Za-z0-9]+/gu, "_")
    .toLowerCase();
}
