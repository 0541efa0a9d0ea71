import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#routes.ts";
import type { FuzzCaller } from "./fuzz-site.fixture.ts";

/** A control of a form, with the values that a page offered for it. */
export type Control = { name: string; values: string[] };

export type HarvestedForm = {
  by: FuzzCaller;
  method: "GET" | "POST";
  action: string;
  controls: Control[];
};

/** Every page's address from the routes, with `{name}` for parameters. */
export function pagePaths(entries: readonly RouteConfigEntry[] = routes, above = ""): string[] {
  return entries.flatMap((entry) => {
    const own = (entry.path ?? "").replace(/^fr\?\/?/, "");
    const path = [above, own].filter(Boolean).join("/");
    return [...spell(path), ...pagePaths(entry.children ?? [], path)];
  });
}

function spell(path: string): string[] {
  const filled = path.replace("*", "nowhere").replaceAll(/:(\w+)\??/g, "{$1}");
  const without = path.replace(/\/:\w+\?$/, "");
  return [`/${filled}`, ...(without === path ? [] : [`/${without}`])];
}

const MOST_PAGES_A_CALLER = 90;

/**
 * Visits the site as each caller and collects every link, parameter and form. The first caller
 * visits both languages; the others visit one, and their forms are recorded in both, because one
 * page renders both. `isShort`: the first visits only English too, and the others only pages that
 * the first could not see, such as those for signed-in people.
 */
export async function harvestSite(
  origin: string,
  cookies: ReadonlyMap<FuzzCaller, string>,
  { isShort = false } = {},
): Promise<{ names: string[]; forms: HarvestedForm[] }> {
  const names = new Set<string>();
  const forms = new Map<string, HarvestedForm>();
  /** The shapes of the addresses at which the first caller saw a page without a redirect. */
  const open = new Set<string>();
  const start = pagePaths().filter((path) => !path.includes("{"));
  for (const [by, cookie] of cookies) {
    const isFirst = forms.size === 0;
    const isWanted = (path: string) => isFirst || !isShort || !open.has(findShape(path));
    const walksBoth = isFirst && !isShort;
    const waiting = walksBoth
      ? start.flatMap((path) => [path, inFrench(path)])
      : start.filter(isWanted);
    const shapes = new Set(waiting.map(findShape));
    for (let left = MOST_PAGES_A_CALLER + waiting.length; left > 0; left -= 1) {
      const path = waiting.shift();
      if (path === undefined) break;
      const response = await fetch(origin + path, { headers: { cookie, accept: "text/html" } });
      const html = await readBody(response);
      if (isFirst && response.ok && !response.redirected) open.add(findShape(path));
      const found = formsIn(html, new URL(response.url), by);
      const inBoth = found.flatMap((form) => [form, { ...form, action: inFrench(form.action) }]);
      for (const form of walksBoth ? found : inBoth) {
        for (const { name } of form.controls) names.add(encodeURIComponent(name));
        const key = JSON.stringify([
          by,
          form.method,
          findShape(form.action),
          form.controls.map(({ name }) => name),
        ]);
        if (!form.action.endsWith("/logout")) forms.set(key, form);
      }
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)) {
        const link = href.replaceAll("&amp;", "&");
        for (const [name] of new URL(link, origin).searchParams)
          names.add(encodeURIComponent(name));
        if (shapes.has(findShape(link)) || (!walksBoth && isFrench(link))) continue;
        shapes.add(findShape(link));
        if (isWanted(link)) waiting.push(link);
      }
    }
  }
  return { names: [...names].toSorted(), forms: [...forms.values()] };
}

const isFrench = (path: string) => /^\/fr(?=$|[/?])/.test(path);

const inFrench = (path: string) =>
  isFrench(path) ? path : `/fr${path.replace(/^\/(?=$|\?)/, "")}`;

/** One example of each kind of address is enough, so ids and references are replaced by `*`. */
function findShape(href: string): string {
  const { pathname, searchParams } = new URL(href, "http://site.invalid");
  const path = pathname
    .split("/")
    .map((part) => (/\d/.test(part) || /^[A-Z]{8}$/.test(part) ? "*" : part))
    .join("/");
  return `${path}?${[...searchParams.keys()].toSorted().join("&")}`;
}

function formsIn(html: string, page: URL, by: FuzzCaller): HarvestedForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].map(([, head = "", inside = ""]) => {
    const controls = new Map<string, Set<string>>();
    const note = (name: string, value: string) => {
      const values = controls.get(name) ?? new Set();
      controls.set(name, values.add(value));
    };
    for (const [tag] of inside.matchAll(/<(?:input|button|textarea)\b[^>]*>/g)) {
      const name = attribute(tag, "name");
      if (name !== null) note(name, attribute(tag, "value") ?? "");
    }
    for (const [, select = "", options = ""] of inside.matchAll(
      /<select\b([^>]*)>([^]*?)<\/select>/g,
    )) {
      const name = attribute(select, "name");
      if (name === null) continue;
      for (const [tag] of options.matchAll(/<option\b[^>]*>/g))
        note(name, attribute(tag, "value") ?? "");
    }
    const action = new URL(attribute(head, "action") ?? page.pathname + page.search, page);
    return {
      by,
      method: /method="post"/i.test(head) ? "POST" : "GET",
      action: action.pathname + action.search,
      controls: [...controls].map(([name, values]) => ({ name, values: [...values].slice(0, 60) })),
    };
  });
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  if (value === undefined) return null;
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The text of a response; a stream of events is closed, because it would never end. */
export async function readBody(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
    return response.text();
  await response.body?.cancel();
  return "";
}
