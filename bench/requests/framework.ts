// The cost of the framework alone for a page: React Router's request handler and React's renderer,
// and a page with the same number of elements, attributes and characters as the compared HTML, but
// with nothing to read, decide or translate.
import { createElement, type ReactNode } from "react";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  type ServerBuild,
  ServerRouter,
} from "react-router";

type Piece = string | { tag: string; props: Record<string, unknown>; children: Piece[] };

/**
 * A request handler of the framework that renders the same HTML for each request, from its
 * elements.
 */
export function renderWithFramework(html: string): (request: Request) => Promise<Response> {
  const document = parse(html);
  const Page = () => create(document);
  const build = {
    entry: { module: { default: render } },
    routes: {
      root: { id: "root", path: "", module: { default: () => createElement(Outlet) } },
      page: { id: "page", parentId: "root", index: true, module: { default: Page } },
    },
    assets: {
      version: "1",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: [] },
      routes: {
        root: routeOf("root"),
        page: { ...routeOf("page"), parentId: "root", index: true },
      },
    },
    assetsBuildDirectory: "",
    publicPath: "/",
    basename: "/",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  };
  // Only the parts of a build that the handler reads, not all that Vite generates.
  return createRequestHandler(build as unknown as ServerBuild, "production");
}

function routeOf(id: string) {
  return { id, path: "", module: `/${id}.js`, imports: [], hasLoader: false, hasAction: false };
}

/** Renders as the site's own entry does (src/entry.server.tsx). */
function render(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      createElement(ServerRouter, { context, url: request.url }),
      {
        onAllReady() {
          const chunks: Buffer[] = [];
          headers.set("content-type", "text/html");
          const body = new Writable({
            write: (chunk: Buffer, _encoding, next) => (chunks.push(chunk), next()),
            final(done) {
              resolve(new Response(Buffer.concat(chunks).toString(), { status, headers }));
              done();
            },
          });
          pipe(body);
        },
        onShellError: reject,
        onError: reject,
      },
    );
  });
}

function create(piece: Piece): ReactNode {
  if (typeof piece === "string") return piece;
  return createElement(piece.tag, piece.props, ...piece.children.map(create));
}

const TOKEN =
  /<!--[^]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)((?:\s[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const RAW = /<(script|style)\b([^>]*)>([^]*?)<\/\1>/gi;

/**
 * A simple HTML parser. It is enough for rendered HTML, in which every element is closed and every
 * value is quoted.
 */
function parse(html: string): Piece {
  const raws: string[] = [];
  const withoutRaw = html.replaceAll(RAW, (_all, tag: string, input: string, code: string) => {
    raws.push(code);
    return `<${tag}${input} data-raw="${raws.length - 1}"></${tag}>`;
  });
  const root: Exclude<Piece, string> = { tag: "", props: {}, children: [] };
  const open = [root];
  for (const [all, closes, name, input = ""] of withoutRaw.matchAll(TOKEN)) {
    const into = open.at(-1) ?? root;
    if (closes) open.pop();
    else if (name) {
      const piece: Piece = { tag: name, props: readProps(input, raws), children: [] };
      into.children.push(piece);
      if (!VOID.has(name) && !all.endsWith("/>")) open.push(piece);
    } else if (!all.startsWith("<")) into.children.push(decode(all));
  }
  return root.children[0] ?? "";
}

const BOOLEAN = new Set(
  "async checked defer disabled hidden multiple open required selected".split(" "),
);
const NAMES: Record<string, string> = { class: "className", for: "htmlFor" };

function readProps(input: string, raws: readonly string[]): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of input.matchAll(ATTRIBUTE)) {
    if (name === "data-raw") props["dangerouslySetInnerHTML"] = { __html: raws[Number(value)] };
    else if (name === "style") props["style"] = readStyle(decode(value));
    else props[NAMES[name] ?? name] = BOOLEAN.has(name) || decode(value);
  }
  return props;
}

function readStyle(text: string): Record<string, string> {
  const pairs = text.split(";").map((each) => each.split(/:(.*)/s, 2));
  return Object.fromEntries(
    pairs.map(([name = "", value = ""]) => [
      name.startsWith("--")
        ? name
        : name.replaceAll(/-(.)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function decode(text: string): string {
  return text.replaceAll(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
