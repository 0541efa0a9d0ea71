import { LRUCache } from "lru-cache";
import type { EntryContext } from "react-router";
import type { Locale } from "#values/locale.ts";
import type { StartInput } from "./starting-script.ts";
import startingScript from "./starting-script.ts?in-page";

/**
 * Every page is complete without a script, and a script only makes it smoother. So the page's
 * modules are fetched after the first paint: on a slow connection they would delay the fonts, the
 * styles and the picture. On a page that is only read they are fetched when somebody touches what
 * needs them. The framework has no setting for this, so its tags are rewritten, directly in the
 * page's bytes.
 */
export function startScripts(
  page: Buffer,
  { nonce, hydrate, worker = null, preloads }: Start,
): Buffer<ArrayBuffer> {
  const [head, rest] = parts(page, page.indexOf("</head>"));
  const mark = rest.lastIndexOf(MODULE);
  const from = mark < 0 ? -1 : rest.lastIndexOf("<script", mark);
  if (from < 0) return Buffer.concat([...withoutPreloads(head), rest]);
  const codeFrom = mark + MODULE.length;
  const to = rest.indexOf(SCRIPT_END, codeFrom);
  const code = rest.toString("utf8", codeFrom, to);
  return Buffer.concat([
    ...withoutPreloads(head),
    rest.subarray(0, from),
    Buffer.from(`<script nonce="${nonce}">`),
    BEGIN_BYTES,
    writeInput({ preloads, code, hydrate, worker }),
    rest.subarray(to),
  ]);
}

type Start = {
  nonce: string;
  worker?: string | null;
} & Pick<StartInput, "hydrate" | "preloads">;

function parts(bytes: Buffer, at: number): [Buffer, Buffer] {
  return [bytes.subarray(0, Math.max(at, 0)), bytes.subarray(Math.max(at, 0))];
}

/** The parts of a head, without the links that would fetch modules at once. */
function withoutPreloads(head: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = head.indexOf(PRELOAD); at >= 0; at = head.indexOf(PRELOAD, from)) {
    pieces.push(head.subarray(from, at));
    from = head.indexOf(">", at) + 1;
  }
  pieces.push(head.subarray(from));
  return pieces;
}

/** Pages of one kind have the same start: the input of their script is written once. */
const written = new LRUCache<string, Buffer>({ max: 500 });

function writeInput(input: StartInput): Buffer {
  const key = `${input.hydrate} ${input.worker} ${input.preloads.join(" ")} ${input.code}`;
  const known = written.get(key);
  if (known) return known;
  const text = JSON.stringify(input).replaceAll("<", String.raw`\u003c`);
  const made = Buffer.from(text + END);
  written.set(key, made);
  return made;
}

type Manifest = EntryContext["manifest"];
const french = new WeakMap<Manifest, Manifest>();

/**
 * The manifest of all pages' scripts for this language. The build makes each script once per
 * language and writes the manifest for English (project.inlang/one-language.mjs).
 */
export function manifestIn(locale: Locale, manifest: Manifest): Manifest {
  if (locale === "en") return manifest;
  const known = french.get(manifest);
  if (known) return known;
  const made = JSON.parse(
    JSON.stringify(manifest).replaceAll(/"\/assets\/(?:en\/|(?=manifest-))/g, '"/assets/fr/'),
  ) as Manifest;
  french.set(manifest, made);
  return made;
}

/**
 * What a page is rendered with, and the modules that it fetches, in the order in which they are
 * needed.
 */
export type PageScripts = { manifest: Manifest; preloads: readonly string[] };

const ofPages = new WeakMap<Manifest, Map<string, PageScripts>>();

/**
 * The manifest with only the routes that lead to this page: a page is rendered with those, and on
 * each render the router creates an element for each route of the manifest and each module that it
 * imports.
 */
export function scriptsOf(
  matches: readonly { route: { id: string } }[],
  manifest: Manifest,
): PageScripts {
  const known = ofPages.get(manifest) ?? new Map<string, PageScripts>();
  ofPages.set(manifest, known);
  const ids = matches.map(({ route }) => route.id);
  const key = ids.join(" ");
  const made = known.get(key) ?? pick(manifest, ids);
  known.set(key, made);
  return made;
}

function pick(manifest: Manifest, ids: readonly string[]): PageScripts {
  const { url, entry } = manifest;
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const modules = routes.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return {
    manifest: {
      ...manifest,
      entry: { ...entry, imports: [] },
      routes: Object.fromEntries(routes.map((route) => [route.id, { ...route, imports: [] }])),
    },
    preloads: [...new Set([url, entry.module, ...entry.imports, ...modules])],
  };
}

/**
 * The inline scripts with this nonce in a page that `startScripts` has rewritten: those in its
 * HTML, and the one that the starting script inserts.
 */
export function listInlineScripts(html: string, nonce: string): string[] {
  return [...html.matchAll(INLINE)].flatMap(([, itsNonce, script = ""]) => {
    if (itsNonce !== nonce) return [];
    if (!script.startsWith(BEGIN)) return [script];
    const input = JSON.parse(script.slice(BEGIN.length, -END.length)) as StartInput;
    return [script, input.code];
  });
}

const PRELOAD = '<link rel="modulepreload"';
/** The end of the tag of the page's modules; data before it has its `<` escaped. */
const MODULE = ' type="module" async="">';
const SCRIPT_END = "</script>";
const INLINE = /<script nonce="([^"]*)"[^>]*>([^]*?)<\/script>/g;

/** The start and the end of the starting script; its input is between them, as JSON. */
const BEGIN = `(()=>{${startingScript}start(`;
const END = ")})()";
const BEGIN_BYTES = Buffer.from(BEGIN);
