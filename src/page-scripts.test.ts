import { expect, test } from "vitest";
import { manifestIn, scriptsOf, startScripts } from "./page-scripts.server.ts";

const page = [
  '<head><link rel="modulepreload" href="/assets/a.js" nonce="n"/>',
  '<link rel="stylesheet" href="/assets/site.css"/>',
  '<link nonce="n" rel="preload" as="font" href="/f.woff2"/></head><body>',
  '<script nonce="n">window.context = 1</script>',
  '<script nonce="n" type="module" async="">import "/assets/manifest-1.js";\nimport "/assets/a.js"; const end = "</";</script>',
  '<script nonce="n">$RC("a","b")</script></body>',
].join("");

const preloads = ["/assets/manifest-1.js", "/assets/a.js"];
const start = (html: string) =>
  startScripts(Buffer.from(html), { nonce: "n", hydrate: "onInteraction", preloads }).toString();
const made = start(page);

test("no module is asked for by the page itself", () => {
  expect(made).not.toMatch(/<link rel="modulepreload"|type="module"/);
});

test("what the page looks like and its plain scripts stay as they were", () => {
  expect(made).toContain('<link rel="stylesheet" href="/assets/site.css"/>');
  expect(made).toContain('rel="preload" as="font"');
  expect(made).toContain("window.context = 1");
  expect(made).toContain('$RC("a","b")');
});

test("the modules are handed to the starter, and cannot end its script", () => {
  const [, input = ""] = /start\((\{"preloads".*?\})\)\}\)\(\)<\/script>/.exec(made) ?? [];
  expect(JSON.parse(input)).toEqual({
    preloads,
    code: 'import "/assets/manifest-1.js";\nimport "/assets/a.js"; const end = "</";',
    hydrate: "onInteraction",
    worker: null,
  });
  expect(input).not.toContain("<");
});

test("a French page is handed the French scripts, and what has no words as it is", () => {
  const manifest = {
    version: "1",
    url: "/assets/manifest-1.js",
    entry: { module: "/assets/en/entry.js", imports: ["/assets/framework.js", "/assets/en/a.js"] },
    routes: {},
  };
  expect(manifestIn("en", manifest)).toBe(manifest);
  expect(manifestIn("fr", manifest)).toEqual({
    ...manifest,
    url: "/assets/fr/manifest-1.js",
    entry: { module: "/assets/fr/entry.js", imports: ["/assets/framework.js", "/assets/fr/a.js"] },
  });
});

test("two pages of one kind differ only by what is theirs", () => {
  const other = page.replaceAll('nonce="n"', 'nonce="m"').replace("window.context = 1", "à vous");
  const again = startScripts(Buffer.from(other), {
    nonce: "m",
    hydrate: "onInteraction",
    preloads,
  });
  expect(again.toString()).toBe(
    made.replaceAll('nonce="n"', 'nonce="m"').replace("window.context = 1", "à vous"),
  );
});

test("a page without modules, and one without a head, stays as it is", () => {
  for (const html of ["<head></head><p>gone</p>", "<p>gone</p>", ""])
    expect(start(html)).toBe(html);
});

test("a page is rendered with the routes that lead to it, made once", () => {
  const [root, page, other] = ["root", "page", "other"].map((id) => ({
    id,
    module: `/assets/${id}.js`,
    hasLoader: false,
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasDefaultExport: true,
    hasErrorBoundary: false,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  }));
  const manifest = {
    version: "1",
    url: "/assets/manifest-1.js",
    entry: { module: "/assets/en/entry.js", imports: ["/assets/a.js"] },
    routes: { root, page: { ...page!, imports: ["/assets/a.js", "/assets/b.js"] }, other },
  };
  const matches = [{ route: { id: "root" } }, { route: { id: "page" } }];
  const made = scriptsOf(matches, manifest);
  expect(made.manifest).toEqual({
    ...manifest,
    entry: { ...manifest.entry, imports: [] },
    routes: { root: { ...root, imports: [] }, page: { ...page, imports: [] } },
  });
  // Each is listed once, the manifest of all pages first.
  expect(made.preloads).toEqual([
    "/assets/manifest-1.js",
    "/assets/en/entry.js",
    "/assets/a.js",
    "/assets/root.js",
    "/assets/page.js",
    "/assets/b.js",
  ]);
  expect(scriptsOf([...matches], manifest)).toBe(made);
  const alone = scriptsOf([{ route: { id: "root" } }], manifest);
  expect(Object.keys(alone.manifest.routes)).toEqual(["root"]);
});
