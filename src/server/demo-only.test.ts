import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { callsSeenBy, contracts } from "#api/calls.fixture.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import routes from "#routes.ts";

function setMode(DEMO: "0" | "1"): void {
  const read = readEnv({ DATA_DIR: "unused", DEMO });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
}

const calls = contracts.map(({ path }) => path).filter((path) => path.startsWith("/demo"));

function listDemoPages(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = "", file, children = [] }) => [
    ...(path.startsWith("demo/") ? [file] : []),
    ...listDemoPages(children),
  ]);
}
const pages = import.meta.glob<{ loader?: (args: LoaderFunctionArgs) => unknown }>(
  "../pages/**/demo-*.page.tsx",
);

test("what is there for the demonstration is not there outside it", async () => {
  expect([calls.length, listDemoPages(routes).length]).toEqual([2, 2]);
  setMode("1");
  expect((await callsSeenBy({}).request("/demo/accounts.json")).status).toBe(200);
  setMode("0");
  for (const path of calls)
    expect([path, (await callsSeenBy({}).request(path)).status]).toEqual([path, 404]);
  for (const file of listDemoPages(routes)) {
    const loader = (await pages[`../${file}`]?.())?.loader;
    const request = new Request("http://site.test/demo");
    const args = { request, url: new URL(request.url), params: {}, context: makeContext({}) };
    const opened = (async () => loader?.({ ...args, pattern: "/demo" }))();
    await expect(opened, file).rejects.toMatchObject({ init: { status: 404 } });
  }
});
