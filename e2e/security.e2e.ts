import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#routes.ts";
import type { Role } from "#values/role.ts";
import { journey } from "./journey.fixture.ts";

/** What pages really load, and how the built site answers what no page sends. */
const visit = journey();

/** Every page whose address needs nothing to be filled in, from the floor plan itself. */
function addresses(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const own = (entry.path ?? "").replace(/^fr\?\/?/, "").replace(/\/?:\w+\?$/, "");
    const path = [above, own].filter(Boolean).join("/");
    const isPage = entry.file.endsWith(".page.tsx") && !path.includes(":") && !path.includes("*");
    return [...(isPage ? [`/${path}`] : []), ...addresses(entry.children ?? [], path)];
  });
}

const PAGES = [...new Set(addresses(routes))];

/** Who looks at which pages: nobody else gets further than the sign-in. */
const ROOMS: [role: Role, room: RegExp][] = [
  ["seller", /^\/(account|saved|my-bids)/],
  ["dealer", /^\/dealer/],
  ["admin", /^\/staff/],
];
const isRoom = (path: string) => ROOMS.some(([, room]) => room.test(path));

test.each<["visitor" | Role, string[]]>([
  ["visitor", PAGES.filter((path) => !isRoom(path))],
  ...ROOMS.map(([role, room]): [Role, string[]] => [role, PAGES.filter((path) => room.test(path))]),
])(
  "every page that a %s sees keeps to its own policy, and asks nobody else",
  async (role, pages) => {
    expect(pages.length).toBeGreaterThan(0);
    const page = await visit.newPage();
    if (role !== "visitor") await visit.signIn(page, role);
    const broken: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) broken.push(message.text());
    });
    page.on("pageerror", (error) => broken.push(error.message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      const isOwn = origin === visit.site.origin || protocol === "data:" || protocol === "blob:";
      if (!isOwn) broken.push(`asks ${origin}`);
    });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(path, { waitUntil: "networkidle" });
      found.push(...broken.splice(0).map((each) => `${path}: ${each}`));
      const withoutNonce = await page.evaluate(
        () =>
          [...document.scripts].filter(
            ({ nonce, type }) => nonce === "" && type !== "application/ld+json",
          ).length,
      );
      if (withoutNonce > 0) found.push(`${path}: ${withoutNonce} scripts without a nonce`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  },
);

test.each([
  "//",
  "//evil.example/x",
  "/fr//evil.example",
  "/%00",
  "/login/reset/secret%ff",
  "/fr/staff/leads/%ED%A0%80.data",
  "/%zz",
  "/details/%00",
  "/call-back/sent/%00",
  "/cars?page=%00&make=%ff",
  "/blogs?category[]=1",
  "/.data",
  "/_.data?index",
])("GET %s is answered in words, and leads nowhere else", async (path) => {
  const answer = await fetch(visit.site.origin + path, { redirect: "manual" });
  expect(answer.status).toBeLessThan(500);
  const to = new URL(answer.headers.get("location") ?? "", visit.site.origin);
  expect(to.origin).toBe(visit.site.origin);
});

test.each(["/", "/cars", "/login", "/allListings", "/forms/pre-approval", "/staff/leads"])(
  "a post to %s that is no form is refused",
  async (path) => {
    for (const [type, body] of [
      [undefined, undefined],
      ["text/plain", "hello"],
      ["application/json", "{"],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
      ["multipart/form-data", "--x--"],
    ]) {
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      const answer = await fetch(visit.site.origin + path, {
        method: "POST",
        redirect: "manual",
        headers,
        body: body ?? null,
      });
      expect([type, answer.status < 500]).toEqual([type, true]);
    }
  },
);
