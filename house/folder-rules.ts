import { dirname } from "node:path";

/** A file and one that it imports, types included; paths from the project's root. */
export type Import = { from: string; to: string };

/**
 * The concepts of src/domain, bottom up: each may import what stands before it. What a lower one has
 * to start in a higher one goes through a table written at the top.
 */
const CONCEPTS = [
  "audit",
  "setting",
  "notification",
  "draft",
  "identity",
  "job",
  "staff-change",
  "phone-verification",
  "dealership",
  "catalogue",
  "lead",
  "terms",
  "document",
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
  "search-index",
  "landing",
  "sell-request",
  "sale",
  "call-back",
  "pre-approval",
  "credit-application",
  "blog",
  "newsletter",
  "people",
  "personal-data",
  "review",
  "privacy-request",
  "incident",
  "retention",
  "processing",
  "backup",
];

/**
 * The folders of src/pages, bottom up: each may import what stands before it. What is above the
 * visitors' pages shows parts of theirs, never the other way round; what two of them need stands with
 * its subject in the lower one.
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

/** The folders of these stand in an order. */
export const ORDERED = { "src/domain": CONCEPTS, "src/pages": PAGE_FOLDERS };

/** Imports of a folder that stands higher, as `listing looks up to bid`, with one example each. */
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

/** Of `src/domain`, the concept that a file belongs to; undefined for a file outside. */
export function folderAt(within: string, file: string): string | undefined {
  return file.startsWith(`${within}/`)
    ? /^[^/]+(?=\/)/.exec(file.slice(within.length + 1))?.[0]
    : undefined;
}

/**
 * Folders that need each other, which are one thing in two places: pairs as `a ⇄ b` and, once no pair
 * is left, longer rings as `a → b → c → a`. Each with imports that make it.
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

/** The shortest way from a folder back to itself, that folder first; empty where there is none. */
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
