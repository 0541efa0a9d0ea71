import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";

/** The addresses of SPEC.md §2, with an example for each one that has a parameter. */
export const SPEC_ROUTES = [
  "/",
  "/allListings",
  "/creditform",
  "/faq",
  "/terms",
  "/blogs",
  "/privacy",
  "/cookies",
  "/sell-car",
  "/contact",
  "/about",
  "/login",
];

/** What a crawler reads from one document. */
export type CrawledPage = {
  /** Path and query as in the link. */
  path: string;
  status: number;
  html: string;
  title: string;
  description: string | null;
  robots: string | null;
  canonical: string | null;
  /** Addresses by language tag. */
  alternates: Record<string, string>;
  picture: string | null;
  data: unknown[];
  /** Paths and queries of this site, with their fragments. */
  links: string[];
  /** Addresses of other sites that the page would request by itself. */
  asks: string[];
  ids: string[];
  /** Names of controls that the browser would validate by itself, with its own texts. */
  checkedByBrowser: string[];
  /** Further facts that Lighthouse checks. */
  seo: {
    lang: string;
    viewport: string;
    /** Anchors that a crawler cannot follow. */
    links: string[];
    /** The texts of links to pages, in lower case. */
    words: string[];
    /** Pictures without alt. */
    pictures: string[];
  };
  /** The visible text, without parts that are marked as another language. */
  words: string;
};

/** Parses a document with the browser's parser, without running scripts or loading anything. */
export async function readDocument(
  reader: Page,
  input: Pick<CrawledPage, "path" | "status" | "html"> & { origin: string },
): Promise<CrawledPage> {
  const { origin, ...page } = input;
  const read = await reader.evaluate(
    ({ html, base, locale }) => {
      const document = new DOMParser().parseFromString(html, "text/html");
      const every = (selector: string) => [...document.querySelectorAll(selector)];
      const all = (selector: string, name: string) =>
        every(selector).map((each) => each.getAttribute(name) ?? "");
      const meta = (key: "name" | "property", value: string) =>
        every("meta")
          .find((each) => each.getAttribute(key) === value)
          ?.getAttribute("content") ?? null;
      const resolve = (address: string) => new URL(address, base);
      const data = every("script")
        .filter((script) => script.getAttribute("type") === "application/ld+json")
        .map((script): unknown => JSON.parse(script.textContent));
      const sources = [
        ...all("img[src], script[src], iframe[src], source[src], audio[src], video[src]", "src"),
        ...all('link[rel="stylesheet"], link[rel="preload"], link[rel="icon"]', "href"),
        ...all("img[srcset], source[srcset]", "srcset").flatMap((set) =>
          set.split(", ").map((each) => each.split(" ")[0] ?? ""),
        ),
      ];
      const alternates = every('link[rel="alternate"][hreflang]').map((link) => [
        link.getAttribute("hreflang") ?? "",
        link.getAttribute("href") ?? "",
      ]);
      const links = all("a[href]", "href")
        .filter((href) => !/^(mailto|tel|sms):/.test(href))
        .map(resolve)
        .filter(({ origin: target }) => target === new URL(base).origin)
        .map(({ pathname, search, hash }) => pathname + search + hash);
      const asks = sources
        .filter((address) => address !== "" && !address.startsWith("data:"))
        .map(resolve)
        .filter(({ origin: target }) => target !== new URL(base).origin)
        .map(({ href }) => href);
      const ids = all("[id]", "id");
      const checkedByBrowser = all(
        "form[method=post]:not([novalidate]) :is([required], [pattern], [minlength])",
        "name",
      );
      const seo = {
        lang: document.documentElement.lang,
        viewport: meta("name", "viewport") ?? "",
        links: every("a:not([href]), a[href=''], a[href^='javascript:'], a[onclick]").map((link) =>
          link.outerHTML.slice(0, 80),
        ),
        words: every("a[href]:not([href^='#'])").map((link) =>
          (link.getAttribute("aria-label") ?? link.textContent).trim().toLowerCase(),
        ),
        pictures: all("img:not([alt])", "src"),
      };
      for (const other of every("script, style, template, noscript")) other.remove();
      for (const other of every("body [lang]"))
        if (!other.getAttribute("lang")?.startsWith(locale)) other.remove();
      const spoken = [
        ...all("[aria-label]", "aria-label"),
        ...all("[alt]", "alt"),
        ...all("[title]", "title"),
        ...all("[placeholder]", "placeholder"),
        document.title,
        document.body.textContent,
      ];
      return {
        title: document.title,
        description: meta("name", "description"),
        robots: meta("name", "robots"),
        canonical: all('link[rel="canonical"]', "href")[0] ?? null,
        alternates: Object.fromEntries(alternates) as Record<string, string>,
        picture: meta("property", "og:image"),
        data,
        links,
        asks,
        ids,
        checkedByBrowser,
        seo,
        words: spoken.join(" ").replace(/\s+/g, " "),
      };
    },
    {
      html: page.html,
      base: origin + page.path,
      locale: /^\/fr(?=$|[/?])/.test(page.path) ? "fr" : "en",
    },
  );
  return { ...page, ...read };
}

const run = promisify(execFile);

/** Whether this machine has Java, which the W3C's checker needs. */
export async function hasJava(): Promise<boolean> {
  return run("java", ["-version"]).then(
    () => true,
    () => false,
  );
}

type Finding = { type: string; subType?: string; url: string; message: string; extract?: string };

/**
 * The process takes only seconds, so an optimising compiler and a multi-threaded garbage collector
 * would cost more than they save.
 */
const SHORT_LIVED = ["-Xss2m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** The findings of the Nu Html Checker for documents, by their names, one line each. */
export async function validateHtml(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
  const folder = await mkdtemp(join(tmpdir(), "html-"));
  try {
    const names = [...documents.keys()];
    await Promise.all(
      names.map((name, at) => writeFile(join(folder, `${at}.html`), documents.get(name) ?? "")),
    );
    const flags = ["--format", "json", "--exit-zero-always", "--stdout", "--errors-only"];
    const { stdout } = await run("java", [...SHORT_LIVED, "-jar", jar, ...flags, folder], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const { messages } = JSON.parse(stdout) as { messages: Finding[] };
    return messages.map(({ url, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url;
      return `${name}: ${message}${extract ? ` … ${extract.replace(/\s+/g, " ")}` : ""}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
