import { dirname } from "node:path";

/** A file and one that it imports, including types; paths are relative to the project's root. */
export type Import = { from: string; to: string };

/**
 * The concepts of src/domain, from the bottom up: each may import the ones before it. If a lower
 * concept must start something in a higher one, it does so through a table written at the top.
 */
const CONCEPTS = [
  "audit",
  "setting",
  "notification",
  "form-progress",
  "draft",
  "identity",
  "job",
  "staff-change",
  "phone-verification",
  "dealership",
  "delivery-target",
  "catalogue",
  "first-contact",
  "lead",
  "task",
  "template",
  "call",
  "notice",
  "terms",
  "document",
  "inbound-email",
  "seller-verification",
  "car",
  "declaration",
  "ad-rules",
  "listing",
  "deal",
  "bid",
  "inquiry",
  "pricing",
  "search",
  "empty-search",
  "search-index",
  "landing",
  "sell-request",
  "sale",
  "stock-feed",
  "call-back",
  "pre-approval",
  "credit-application",
  "blog",
  "newsletter",
  "people",
  "dealership-team",
  "personal-data",
  "review",
  "inbox",
  "contact",
  "lead-report",
  "privacy-request",
  "incident",
  "retention",
  "processing",
  "backup",
];

/**
 * The folders of src/pages, from the bottom up: each may import the ones before it. The folders
 * above the visitors' pages show parts of those pages, never the reverse. A part that two folders
 * need is in the lower one, with its subject.
 */
const PAGE_FOLDERS = [
  "session",
  "command",
  "form",
  "photos",
  "public",
  "account",
  "dealer",
  "staff",
];

/** The folders whose subfolders have an order. */
export const ORDERED = { "src/domain": CONCEPTS, "src/pages": PAGE_FOLDERS };

/** The imports of a higher folder, as `listing looks up to bid`, with one example each. */
export function foldersLookingUp(imports: readonly Import[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [within, order] of Object.entries(ORDERED))
    for (const { from, to } of imports) {
      const [lower, higher] = [folderAt(within, from), folderAt(within, to)];
      if (!lower || !higher || order.indexOf(higher) <= order.indexOf(lower)) continue;
      found.set(`${lower} looks up to ${higher}`, `${from} → ${to}`);
    }
  return found;
}

/**
 * The subfolder that a file belongs to, for `src/domain` its concept; undefined for a file outside.
 */
export function folderAt(within: string, file: string): string | undefined {
  return file.startsWith(`${within}/`)
    ? /^[^/]+(?=\/)/.exec(file.slice(within.length + 1))?.[0]
    : undefined;
}

/**
 * Folders that import each other, which means that one thing is split over two places: pairs as `a
 * ⇄ b` and, if there are no pairs, longer rings as `a → b → c → a`. Each has example imports.
 */
export function foldersInRings(imports: readonly Import[]): Map<string, string> {
  const graph = folderGraph(imports);
  const pairs = new Map<string, string>();
  for (const [folder, needs] of graph) {
    for (const [needed, example] of needs) {
      const back = graph.get(needed)?.get(folder);
      if (back && folder < needed) pairs.set(`${folder} ⇄ ${needed}`, `${example}; ${back}`);
    }
  }
  if (pairs.size > 0) return pairs;
  const rings = new Map<string, string>();
  for (const folder of graph.keys()) {
    const ring = shortestRing(graph, folder);
    if (ring.length === 0 || ring.some((each) => each < folder)) continue;
    rings.set([...ring, folder].join(" → "), graph.get(folder)?.get(ring[1] ?? "") ?? "");
  }
  return rings;
}

type FolderGraph = Map<string, Map<string, string>>;

function folderGraph(imports: readonly Import[]): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const { from, to } of imports) {
    const [folder, needed] = [dirname(from), dirname(to)];
    if (folder === needed) continue;
    const needs = graph.get(folder) ?? new Map<string, string>();
    graph.set(folder, needs.set(needed, `${from} → ${to}`));
  }
  return graph;
}

/**
 * The shortest ring from a folder back to itself, beginning with that folder; empty if there is
 * none.
 */
function shortestRing(graph: FolderGraph, start: string): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}
