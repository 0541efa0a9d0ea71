import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Component = {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  properties?: { name: string; value: string }[];
};
type Locked = { name?: string; version?: string; dev?: true; link?: true };

test("npm run sbom names every package of the lockfile, and which only development needs", () => {
  const script = process.env["npm_execpath"];
  const [command, ...words] = script?.endsWith(".js") ? [process.execPath, script] : ["npm"];
  const { stdout } = spawnSync(command, [...words, "run", "--silent", "sbom"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    shell: command === "npm" && process.platform === "win32",
  });
  const bill = JSON.parse(stdout) as {
    bomFormat: string;
    specVersion: string;
    components: Component[];
  };
  expect([bill.bomFormat, bill.specVersion]).toEqual(["CycloneDX", "1.5"]);

  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Locked>;
  };
  const locked = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  const listLocked = (isDev: boolean) =>
    locked
      .filter(([, { dev }]) => (dev ?? false) === isDev)
      .map(
        ([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`,
      );
  const isForDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === "cdx:npm:package:development");
  const listNamed = (isDev: boolean) =>
    bill.components
      .filter((each) => isForDevelopment(each) === isDev)
      .map(({ name, version }) => `${name}@${version}`);
  for (const isDev of [false, true])
    expect(new Set(listNamed(isDev))).toEqual(
      new Set([...listLocked(isDev), ...(isDev ? [] : listOwn(packages))]),
    );
  for (const { name, purl } of bill.components) expect(purl, name).toMatch(/^pkg:npm\//);
});

/** This project's folders that are installed as packages. */
function listOwn(packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith("packages/") && !link)
    .map(([path, { name, version }]) => `${name ?? path.split("/").at(-1)}@${version}`);
}
