import { expect, test } from "vitest";
import { manifestIn, manifestOf, startScripts } from "./page-scripts.server.ts";

const page = [
  '<head><link rel="modulepreload" href="/assets/a.js" nonce="n"/>',
  '<link rel="stylesheet" href="/assets/site.css"/>',
  '<link nonce="n" rel="preload" as="font" href="/f.woff2"/></head><body>',
  '<script nonce="n">window.context = 1</script>',
  '<script nonce="n" type="module" async="">import "/assets/manifest-1.js";\nimport "/assets/a.js"; const end = "</";</script>',
  '<script nonce="n">$RC("a","b")</script></body>',
].join("");

const made = startScripts(page, "n", "asked");

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
  const [, given = ""] = /,(\{"preloads".*?\})\)<\/script>/.exec(made) ?? [];
  expect(JSON.parse(given)).toMatchObject({
    preloads: ["/assets/a.js", "/assets/manifest-1.js"],
    code: 'import "/assets/manifest-1.js";\nimport "/assets/a.js"; const end = "</";',
    when: "asked",
    controls: "[data-needs-script]",
  });
  expect(given).not.toContain("<");
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
    entry: { module: "/assets/en/entry.js", imports: [] },
    routes: { root, page, other },
  };
  const matches = [{ route: { id: "root" } }, { route: { id: "page" } }];
  const made = manifestOf(matches, manifest);
  expect(made).toEqual({ ...manifest, routes: { root, page } });
  expect(manifestOf([...matches], manifest)).toBe(made);
  expect(manifestOf([{ route: { id: "root" } }], manifest).routes).toEqual({ root });
});
