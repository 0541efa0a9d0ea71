import { renderToString } from "react-dom/server";
import {
  type ActionFunction,
  createStaticHandler,
  createStaticRouter,
  type DataRouteObject,
  type MetaDescriptor,
  type StaticHandlerContext,
  type LoaderFunction,
  type MetaFunction,
  StaticRouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
} from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { overwriteGetLocale } from "#messages/runtime.js";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import routes from "#routes.ts";
import { hrefIn } from "#ui/locale-href.ts";

type PageModule = {
  default?: Parameters<typeof withComponentProps>[0];
  loader?: LoaderFunction;
  action?: ActionFunction;
  meta?: MetaFunction;
};

const pages = import.meta.glob<PageModule>(["../**/*.page.{ts,tsx}", "../root.tsx"]);

async function toRoute(entry: RouteConfigEntry, id: string): Promise<DataRouteObject> {
  const page = await pages[`../${entry.file}`]?.();
  if (!page) throw new Error(`${entry.file} was not found.`);
  const children = await Promise.all(
    (entry.children ?? []).map((child, index) => toRoute(child, `${id}.${index}`)),
  );
  const route = {
    id,
    handle: { meta: page.meta },
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(page.loader ? { loader: page.loader } : {}),
    ...(page.default ? { Component: withComponentProps(page.default) } : {}),
  };
  return entry.index ? { ...route, index: true } : { ...route, children };
}

/** The metadata of the innermost page that has any, as the framework reads it. */
function readMeta({ matches, loaderData, location }: StaticHandlerContext): MetaDescriptor[] {
  const known = matches.map(({ route, params, pathname }) => ({
    id: route.id,
    params,
    pathname,
    loaderData: loaderData[route.id],
  }));
  const at = matches.findLastIndex(({ route }) => route.handle?.meta);
  const meta = matches[at]?.route.handle?.meta as MetaFunction | undefined;
  const args = { ...known[at], location, matches: known };
  return meta?.(args as unknown as Parameters<MetaFunction>[0]) ?? [];
}

/**
 * Renders the pages of the route table as the server does, without a build: loaders and components,
 * including root and layouts, without the document around them.
 */
export async function renderPages() {
  const root = await toRoute({ file: "root.tsx", children: routes }, "root");
  const handler = createStaticHandler([root]);
  return {
    /** A page's HTML as a visitor sees it, and its metadata; null if the status is not 200. */
    async render(
      path: string,
      visitor: Partial<Visitor>,
    ): Promise<{ html: string; meta: MetaDescriptor[] } | null> {
      const { locale = "en" } = visitor;
      overwriteGetLocale(() => locale);
      const request = new Request(`http://site.test${hrefIn(path, locale)}`);
      const found = await handler.query(request, { requestContext: makeContext(visitor) });
      if (found instanceof Response || found.statusCode !== 200) return null;
      const router = createStaticRouter(handler.dataRoutes, found);
      return {
        meta: readMeta(found),
        html: renderToString(
          <StaticRouterProvider router={router} context={found} hydrate={false} />,
        ),
      };
    },
  };
}
