// Finds what can be removed from a product file: its locks, its consent checks, its limits.
import { parseSync } from "vite";

export type Kind = "lock" | "consent" | "limit";

/** One change in one place: `instead` replaces `before`. */
export type Mutation = {
  kind: Kind;
  file: string;
  line: number;
  start: number;
  before: string;
  instead: string;
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Change = { kind: Kind; node: { start: number; end: number }; instead: string };
/** A node with its ancestors, the nearest first. */
type NodeLocation = { node: Node; parents: readonly Node[]; text: string };

/** More than any test reaches. */
const ENDLESS = "1e9";

export function findMutations(file: string, source: string): Mutation[] {
  const changes: Change[] = [];
  const visit = (node: Node, parents: readonly Node[]) => {
    const location = { node, parents, text: source.slice(node.start, node.end) };
    changes.push(...findLocks(location));
    if (!NO_LIMITS.test(file)) changes.push(...findLimits(location, source));
    if (concernsConsent(file)) changes.push(...findConsents(location));
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  const { program } = parseSync(file, source);
  visit(program as unknown as Node, []);
  const seen = new Set<string>();
  return changes
    .map(({ kind, node, instead }) => ({
      kind,
      file,
      line: source.slice(0, node.start).split("\n").length,
      start: node.start,
      before: source.slice(node.start, node.end),
      instead,
    }))
    .filter(({ start, before, instead }) => {
      const key = `${start} ${before} ${instead}`;
      return before !== instead && !seen.has(key) && seen.add(key);
    });
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((each): each is Node => typeof (each as Node | null)?.type === "string");
}

const ROW_LOCK = /\s*\bfor (no key update|key share|update|share)\b( skip locked)?/gi;
const ADVISORY = /\bpg_(try_)?advisory_(xact_)?lock(_shared)?\(/g;

function findLocks({ node, text }: NodeLocation): Change[] {
  if (node.type === "TemplateElement" || node.type === "Literal") {
    const within = (found: RegExpMatchArray) => {
      const start = node.start + (found.index ?? 0);
      return { start, end: start + found[0].length };
    };
    return [
      ...[...text.matchAll(ROW_LOCK)].map((found) => ({ node: within(found), instead: "" })),
      // A try-lock always succeeds.
      ...[...text.matchAll(ADVISORY)].map((found) => ({
        node: within(found),
        instead: found[1] ? "null is distinct from (" : "coalesce(",
      })),
    ].map((change) => ({ kind: "lock" as const, ...change }));
  }
  if (node.type === "ExpressionStatement" && /^await (lock|hold)[A-Z]\w*\(/.test(text))
    return [{ kind: "lock", node, instead: ";" }];
  if (node.type !== "CallExpression") return [];
  const callee = node["callee"] as Node;
  const property = callee["property"] as Node | undefined;
  const [strength] = node["arguments"] as Node[];
  if (property?.["name"] !== "for" || !/update|share/.test(String(strength?.["value"]))) return [];
  const { end } = callee["object"] as Node;
  return [{ kind: "lock", node: { start: end, end: node.end }, instead: "" }];
}

const CONSENT =
  /consent|withdraw|unsubscri|confirmedAt|agree|isConfirmedAddress|[iI]sShared\b|mayShare|StandingShare|shareWith|share_with|isPassed\(/i;
/** Names that match but concern a state, a price or a cache, not a person's consent. */
const NOT_CONSENT =
  /findAgreed(Price|Amount)|moveToAgreed|isSharedPage|isConfirmedSession|(bid|offer)_withdrawn|"withdrawn"|agreedCad|notice=|\.length === 0|[lL]ocale ===|format[A-Z]\w*\(|sessionTable/;

/** Consent is checked where data is read; a component only shows the result. */
function concernsConsent(file: string) {
  return (
    /^src\/(domain|forms|pages|api)\//.test(file) &&
    /\.(server|api)\.ts$|^src\/forms|rule/.test(file)
  );
}

function findConsents({ node, parents, text }: NodeLocation): Change[] {
  if (!CONSENT.test(text) || NOT_CONSENT.test(text)) return [];
  return replaceCondition(node, parents).map((instead) => ({ kind: "consent", node, instead }));
}

/** The replacements of a condition that is no longer checked. */
function replaceCondition(node: Node, parents: readonly Node[]): string[] {
  const [parent, grandparent] = parents;
  // Only the smallest conditions: the parts of a compound one are visited separately.
  if (!parent || node.type === "LogicalExpression" || isCallOf(node, ["and", "or", "exists"]))
    return [];
  if (isCallOf(parent, ["and", "where"]) && parent["callee"] !== node) return ["undefined"];
  if (isCallOf(parent, ["or"]) && parent["callee"] !== node) return ["undefined"];
  if (parent.type === "LogicalExpression" && parent["operator"] === "&&" && isCondition(parents))
    return ["true"];
  if (parent.type === "LogicalExpression" && parent["operator"] === "||" && isCondition(parents))
    return ["false"];
  if (parent.type === "IfStatement" && parent["test"] === node)
    return [isWayOut(parent["consequent"] as Node) ? "false" : "true"];
  if (parent.type === "ConditionalExpression" && parent["test"] === node) return ["true", "false"];
  if (!isBoolean(node)) return [];
  if (parent.type === "ArrowFunctionExpression" && grandparent) return ["true"];
  if (parent.type === "ReturnStatement" || parent.type === "VariableDeclarator")
    return ["true", "false"];
  return [];
}

/** Whether a chain of && and || is a condition or a boolean value. */
function isCondition(parents: readonly Node[]): boolean {
  const end = parents.find(({ type }) => type !== "LogicalExpression");
  return end !== undefined && end.type !== "SpreadElement";
}

function isBoolean(node: Node) {
  if (node.type === "UnaryExpression") return node["operator"] === "!";
  return node.type === "BinaryExpression" && /^([!=]==|[<>]=?)$/.test(String(node["operator"]));
}

function isWayOut(node: Node): boolean {
  const last = node.type === "BlockStatement" ? (node["body"] as Node[]).at(-1) : node;
  return /^(Return|Throw|Continue)Statement$/.test(last?.type ?? "");
}

function isCallOf(node: Node | undefined, names: readonly string[]): boolean {
  if (node?.type !== "CallExpression") return false;
  const callee = node["callee"] as Node;
  const name = (callee["property"] as Node | undefined)?.["name"] ?? callee["name"];
  return names.includes(String(name));
}

const LIMIT_NAME = /\b(MOST|MAX|LONGEST|LARGEST)_\w+\b/;
/** Names of limits on what is shown or held in memory, which stop nobody. */
const NOT_LIMIT =
  /_(SHOWN|KNOWN|RELATED|LINKS|LANDINGS|KEYS|REMEMBERED|RECENT|WORDS|SEARCHES|SUGGESTIONS|RELAXATIONS|RUNS|EMPTY_BYTES|MISSPELT|SCALE|CAUSES)\b/;
/** Code for caches, searches and estimates has sizes, which stop nobody. */
const NO_LIMITS =
  /\/(search-index|search|pricing|vin-decoder|database|pictures|ui|events)\/|\/server\/(shared|workers)|\/env\.server/;
const TRIES = ["countAgainst", "spendBudget", "takeNetworkShare", "judgeTry"];
const REFUSERS = ["tryUnlessOver", "findOver"];

function findLimits({ node, parents, text }: NodeLocation, source: string): Change[] {
  const change = (instead: string, at: Change["node"] = node) => [
    { kind: "limit" as const, node: at, instead },
  ];
  if (isCallOf(node, TRIES)) return change("({ ok: true })");
  if (isCallOf(node, REFUSERS)) return change("null");
  if (isCallOf(node, ["limitConcurrency"])) return change(`limitConcurrency(${ENDLESS})`);
  if (node.type === "Literal" && typeof node["value"] === "number" && isOfBudget(parents))
    return change(ENDLESS);
  if (node.type === "BinaryExpression") {
    const [left, right] = [node["left"], node["right"]].map((each) => {
      const side = each as Node;
      return isLimit(source.slice(side.start, side.end));
    });
    const operator = String(node["operator"]);
    if (left === right || !/^([!=]==|[<>]=?)$/.test(operator)) return [];
    // "More than the limit" becomes always false, "less" always true.
    return change(
      String(right ? operator.startsWith("<") || operator === "!==" : operator.startsWith(">")),
    );
  }
  if (isCallOf(node, ["lt", "lte", "gt", "gte"]) && isLimit(text)) return change("undefined");
  if (node.type === "Identifier" && isLimit(text) && bounds(node, parents)) return change(ENDLESS);
  return [];
}

function isLimit(text: string) {
  return LIMIT_NAME.test(text) && !NOT_LIMIT.test(text);
}

/**
 * `slice(0, MOST_X)`, `.max(MAX_X)`, `{ limit: MOST_X }`: whether a limit is passed on as a bound.
 */
function bounds(node: Node, [parent, ...above]: readonly Node[]): boolean {
  if (parent?.type === "TemplateLiteral" && above[0]?.type === "TaggedTemplateExpression")
    return true;
  if (isCallOf(parent, ["slice", "limit", "max", "setTimeout", "timeout", "min"]))
    return parent?.["callee"] !== node;
  const name = (parent?.["key"] as Node | undefined)?.["name"];
  if (parent?.type !== "Property" || parent["value"] !== node) return false;
  return (
    /^(maxLength|limit|maxBytes|fields|fileSize|files|timeout\w*)$/.test(String(name)) &&
    above.length > 0
  );
}

/** `most: 5` of a network's share, or `most: { address: { hour: 10 } }` of a budget. */
function isOfBudget(parents: readonly Node[]): boolean {
  const chain = parents.filter(({ type }) => type === "Property");
  const most = chain.find((each) => (each["key"] as Node)["name"] === "most");
  if (!most || (chain.length < 2 && !isShare(parents))) return false;
  return !parents.some((each) => isCallOf(each, ["cacheRead"]));
}

/** The number of a rate limit is removed where it is counted. */
function isShare(parents: readonly Node[]): boolean {
  const object = parents.find(({ type }) => type === "ObjectExpression");
  const names = (object?.["properties"] as Node[] | undefined)?.map(
    (each) => (each["key"] as Node | undefined)?.["name"],
  );
  return names?.includes("byNetwork") === true || names?.includes("mostRepeats") === true;
}
