import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/**
 * The router's handler of a request for this pathname. The router compares an address with the pattern
 * of one route after the other, and lists all routes for each page; the first word of an address rules
 * out nearly all of them. So there is a handler for each word that the floor plan begins an address
 * with (src/routes.ts), made once it is asked for, of the routes that such an address can lead to, and
 * one of all routes for any other address. Among the routes that are left the router chooses as ever.
 */
export function pageHandlers(
  build: ServerBuild,
  mode: string,
): (pathname: string) => RequestHandler {
  const words = new Map(Object.keys(build.routes).map((id) => [id, firstWord(build.routes, id)]));
  const known = new Set(words.values());
  const handlers = new Map<string | null, RequestHandler>();
  const make = (word: string | null) => {
    const routes = word === null ? build.routes : pickRoutes(build.routes, words, word);
    const handler = createRequestHandler({ ...build, routes }, mode);
    handlers.set(word, handler);
    return handler;
  };
  return (pathname) => {
    const requested = requestedWord(pathname);
    const word = requested !== null && known.has(requested) ? requested : null;
    return handlers.get(word) ?? make(word);
  };
}

type Routes = ServerBuild["routes"];

/** Of a route whose address may begin with any word. */
const ANY = "*";

/** What the addresses of a route begin with behind the language; "" is home, null what is no page by itself. */
function firstWord(routes: Routes, id: string): string | null {
  const chain = ancestorsOf(routes, id);
  const [word] = chain
    .flatMap(({ path = "" }) => path.split("/"))
    .filter((segment) => segment !== "" && segment !== "fr?");
  if (word === undefined) return routes[id]?.index ? "" : null;
  return /^[\w-]+$/.test(word) ? word.toLowerCase() : ANY;
}

/** A route behind all that it lies in, the outermost first. */
function ancestorsOf(routes: Routes, id: string): NonNullable<Routes[string]>[] {
  const route = routes[id];
  if (!route) return [];
  return [...(route.parentId ? ancestorsOf(routes, route.parentId) : []), route];
}

/**
 * The first word of an address, of a page or of its data; "" for home. Null where it is written in a way
 * that only the router reads, such as with escapes.
 */
function requestedWord(pathname: string): string | null {
  const bare = pathname.replace(/^\/fr(?=[/.]|$)/i, "");
  const [, word] = /^(?:\/([\w-]+)(?:[/.].*)?|\/?(?:\.data)?)$/.exec(bare) ?? [null, null];
  // Home's data is asked for as `/_.data`.
  return word === null ? null : (word ?? "").toLowerCase().replace(/^_$/, "");
}

function pickRoutes(
  routes: Routes,
  words: ReadonlyMap<string, string | null>,
  word: string,
): Routes {
  const ids = [...words].flatMap(([id, its]) =>
    its === word || its === ANY ? ancestorsOf(routes, id).map((each) => each.id) : [],
  );
  const picked = new Set(ids);
  return Object.fromEntries(Object.entries(routes).filter(([id]) => picked.has(id)));
}
