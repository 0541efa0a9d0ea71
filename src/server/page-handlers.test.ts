import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import { createRequestHandler, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import floorPlan from "../routes.ts";
import { pageHandlers } from "./page-handlers.ts";

/** The site's routes, each with a loader that returns its own id and the request. */
const routes = Object.fromEntries(
  listRoutes([{ file: "root", children: floorPlan }]).map((route) => [route.id, route]),
);

function listRoutes(
  entries: readonly RouteConfigEntry[],
  parentId?: string,
): NonNullable<ServerBuild["routes"][string]>[] {
  return entries.flatMap(({ id: input, file, path, index, children = [] }) => {
    const id = input ?? file;
    const loader = ({ params }: { params: object }) => Response.json([id, params]);
    // A route without a component is answered by its loader alone.
    const route = { id, parentId, path, index, module: { loader } };
    return [route as never, ...listRoutes(children, id)];
  });
}

// The parts of a build that the handler reads, not all that Vite writes.
const build = {
  routes,
  entry: { module: { default: () => new Response() } },
  basename: "/",
  future: {},
  ssr: true,
  prerender: [],
  routeDiscovery: { mode: "initial" },
} as unknown as ServerBuild;

const amongAll = createRequestHandler(build, "production");
const handlerOf = pageHandlers(build, "production");

async function ask(handler: typeof amongAll, pathname: string) {
  const response = await handler(new Request(`http://site.test${pathname}`));
  return { status: response.status, text: await response.text() };
}

/** The response of the address's own handler, and that of the handler of all routes. */
async function askBoth(address: string) {
  const { pathname } = new URL(`http://site.test${address}`);
  return { its: await ask(handlerOf(pathname), address), all: await ask(amongAll, address) };
}

const addresses = Object.keys(routes).map((id) => {
  const chain = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ""]) chain.unshift(route);
  return chain.flatMap(({ path = "" }) => path.split("/")).filter((segment) => segment !== "");
});

/** An address as somebody might type it. */
const written = fc
  .tuple(
    fc.constantFrom(...addresses),
    fc.constantFrom("", "fr", "FR", "frog"),
    fc.constantFrom("1", "a.data", "rss.xml", "%C3%A9", "a b"),
    fc.constantFrom("", "/", "//", ".data", ".html", "/more", "?_routes=root", "%2F"),
    fc.constantFrom("as it is", "upper", "escaped"),
  )
  .map(([segments, language, param, end, spelling]) => {
    const words = segments.flatMap((segment) => {
      if (segment === "fr?") return language || [];
      return /^[:*]/.test(segment) ? param : segment;
    });
    const path = `/${words.join("/")}${end}`;
    if (spelling === "upper") return path.toUpperCase();
    return spelling === "escaped" ? path.replace("a", "%61") : path;
  });

const plain = addresses.flatMap((segments) => {
  const path = `/${segments.filter((each) => each !== "fr?").join("/")}`.replaceAll(/[:*]/g, "");
  return [path, `/fr${path}`, `${path}.data`];
});

test("every address leads to the route that it leads to among all of them", async () => {
  const odd = ["/", "/fr", "/fr/", "/_.data", "/fr/_.data", "/fr.data", "/none", "/*", "//x"];
  for (const address of [...plain, ...odd]) {
    const { its, all } = await askBoth(address);
    expect(its, address).toEqual(all);
  }
});

test("however it is written", async () => {
  await fc.assert(
    fc.asyncProperty(written, async (address) => {
      const { its, all } = await askBoth(address);
      expect(its).toEqual(all);
    }),
    { numRuns: 500 },
  );
});

test("one handler serves all addresses that begin with the same word", () => {
  expect(handlerOf("/cars")).toBe(handlerOf("/fr/cars/honda.data"));
  expect(handlerOf("/cars")).not.toBe(handlerOf("/about"));
  expect(handlerOf("/none")).toBe(handlerOf("/%61bout"));
});
