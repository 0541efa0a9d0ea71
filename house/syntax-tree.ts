export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Visits every node of a syntax tree, from the outside in. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  if ("type" in value && typeof value.type === "string") visit(value as Node);
  for (const each of Object.values(value)) walk(each, visit);
}
