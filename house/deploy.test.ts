import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NODE_SETTINGS } from "../bin/node-settings.mjs";
import { readEnv } from "#platform/env/env.server.ts";

// No Docker or systemd runs with the tests, so nothing is built or started here. The tests only
// check that the files that the deployment names exist.
const read = (name: string) => readFileSync(name, "utf8");
const dockerfile = read("deploy/Dockerfile");
const compose = read("deploy/compose.yaml");
const unit = read("deploy/rouvia.service");

/** The programs of the build: the keys of PROGRAMS. */
const programs = [
  ...read("vite.config.ts").matchAll(/^ {2}"?([\w.-]+)"?: "\.\/src\/(.*)",$/gm),
].map(([, name, source]) => ({ path: `build/server/${name}.js`, source: `src/${source}` }));
const variables = new Set(
  [...read("src/platform/env/env.server.ts").matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(
    ([, name]) => name ?? "",
  ),
);

/** The scripts that a text runs with Node, as paths relative to the checkout. */
const scriptsIn = (text: string) =>
  [...text.matchAll(/\bnode"?,? "?([\w@./-]+\.(?:c|m)?js)\b/g)].map(([, path]) => path ?? "");

function isThere(script: string): boolean {
  return existsSync(script) || programs.some(({ path }) => path === script);
}

/** The environment of the site's container, with each `${NAME:-default}` replaced by its value. */
function composeEnvironment(values: Record<string, string>): Record<string, string> {
  const block = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? "";
  const lines = [...block.matchAll(/^ {6}([A-Z\d_]+): (.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", text = ""]) => [
      name,
      text.replaceAll(/\$\{(\w+):(?:-([^}]*)|\?[^}]*)\}/g, (_all, key: string, otherwise = "") =>
        String(values[key] ?? otherwise),
      ),
    ]),
  );
}

const imageEnvironment = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

test("every program that the build makes has its source", () => {
  expect(programs.length).toBeGreaterThan(3);
  expect(programs.filter(({ source }) => !existsSync(source))).toEqual([]);
});

describe("the image", () => {
  test("copies what the checkout has", () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
      ([, names = ""]) => names.split(" "),
    );
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((name) => !existsSync(name))).toEqual([]);
  });

  test("starts programs that there are", () => {
    const scripts = scriptsIn(dockerfile);
    expect(scripts).toContain("build/server/index.js");
    expect(scripts.filter((script) => !isThere(script))).toEqual([]);
  });

  test("tells Node of memory what `npm start` tells it", () => {
    const [, line = ""] = /^ENV (NODE_OPTIONS=.*)$/m.exec(dockerfile) ?? [];
    const notified = line.split(" ").map((each) => each.split(/=(.*)/, 2));
    expect(Object.fromEntries(notified)).toEqual(NODE_SETTINGS);
  });

  test("runs on the Node that the site is made for, and not as root", () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set(["node:24-bookworm-slim"]));
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile.indexOf("USER node")).toBeLessThan(dockerfile.indexOf("\nCMD "));
  });

  test("asks an address that there is whether the site is well", () => {
    const address = /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)`/.exec(
      dockerfile,
    );
    const health = readdirSync("src/api").find((name) => name.startsWith("health"));
    expect(read(`src/api/${health}`)).toContain(`path: "${address?.[1]}"`);
  });

  test("is made of nothing that is built, private or kept elsewhere", () => {
    const ignored = read("deploy/Dockerfile.dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", "data", "build", "**/node_modules"]));
  });
});

describe("compose", () => {
  test("gives the site an environment that it takes", () => {
    const input = composeEnvironment({
      POSTGRES_PASSWORD: "secret",
      SITE_DATABASE_PASSWORD: "other",
      SITE_URL: "https://cars.example.ca",
    });
    expect(Object.keys(input).length).toBeGreaterThan(5);
    expect(Object.keys(input).filter((name) => !variables.has(name))).toEqual([]);
    expect(Object.keys(imageEnvironment).filter((name) => !variables.has(name))).toEqual([]);
    expect(readEnv({ ...imageEnvironment, ...input })).toMatchObject({
      ok: true,
      env: {
        DEMO: false,
        DATABASE_URL: "postgres://rouvia_site:other@%2Fvar%2Frun%2Fpostgresql/rouvia",
        MIGRATE_DATABASE_URL: "postgres://rouvia:secret@%2Fvar%2Frun%2Fpostgresql/rouvia",
      },
    });
  });

  test("names files and commands that there are", () => {
    expect(existsSync(/dockerfile: (\S+)/.exec(compose)?.[1] ?? "")).toBe(true);
    expect(scriptsIn(compose).filter((script) => !isThere(script))).toEqual([]);
    expect(read("src/server/maintenance.ts")).toContain('"keys:create"');
  });
});

describe("the systemd unit", () => {
  test("starts what there is, with variables that the site reads", () => {
    const scripts = scriptsIn(unit);
    expect(scripts).toEqual(["bin/start.mjs"]);
    expect(scripts.filter((script) => !isThere(script))).toEqual([]);
    const input = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    expect(input.filter(([name]) => !variables.has(name))).toEqual([]);
    expect(readEnv(Object.fromEntries(input))).toMatchObject({ ok: true, env: { DEMO: false } });
  });
});
