import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/**
 * The router's handler for a request of this pathname. The router compares an address with the
 * pattern of one route after another, and lists all routes for each page; the first word of an
 * address rules out nearly all of them. So there is one handler for each first word in the route
 * table (src/routes.ts), created on its first request, with the routes that such an address can
 * match; and one with all routes for any other address. Among these routes the router chooses as
 * usual.
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

/** For a route whose address may begin with any word. */
const ANY = "*";

/**
 * The first word of a route's addresses, after the language; "" for home, null if the route is no
 * page by itself.
 */
function firstWord(routes: Routes, id: string): string | null {
  const chain = ancestorsOf(routes, id);
  const [word] = chain
    .flatMap(({ path = "" }) => path.split("/"))
    .filter((segment) => segment !== "" && segment !== "fr?");
  if (word === undefined) return routes[id]?.index ? "" : null;
  return /^[\w-]+$/.test(word) ? word.toLowerCase() : ANY;
}

/** The route and all routes that contain it, outermost first. */
function ancestorsOf(routes: Routes, id: string): NonNullable<Routes[string]>[] {
  const route = routes[id];
  if (!route) return [];
  return [...(route.parentId ? ancestorsOf(routes, route.parentId) : []), route];
}

/**
 * The first word of the address of a page or its data; "" for home. Null if it is written in a form
 * that only the router parses, such as with escapes.
 */
function requestedWord(pathname: string): string | null {
  const bare = pathname.replace(/^\/fr(?=[/.]|$)/i, "");
  const [, word] = /^(?:\/([\w-]+)(?:[/.].*)?|\/?(?:\.data)?)$/.exec(bare) ?? [null, null];
  // The data of home is requested as `/_.data`.
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
