import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explainFailedInstall, refuseOtherLock } from "./install-refusals.mjs";
import { npm, npmCi } from "./npm.mjs";

const readJson = async (file: string) => JSON.parse(await readFile(file, "utf8"));

test("our own lock fits our package.json", async () => {
  const [manifest, lock] = await Promise.all(["package.json", "package-lock.json"].map(readJson));
  expect(refuseOtherLock(manifest, lock)).toBeUndefined();
  const changes = [
    { dependencies: { ...manifest.dependencies, hono: "4.0.0" } },
    { dependencies: { ...manifest.dependencies, other: "1.0.0" } },
    { devDependencies: {} },
    { optionalDependencies: {} },
  ];
  for (const change of changes) {
    expect(refuseOtherLock({ ...manifest, ...change }, lock)).toMatch(
      /^package-lock\.json does not fit package\.json \(.+\): .+\.$/,
    );
  }
});

test("npm refuses a package with another hash, and a lock that does not fit, and is put in a sentence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "install-"));
  try {
    await mkdir(join(folder, "part"));
    await writeFile(join(folder, "part", "package.json"), '{ "name": "part", "version": "1.0.0" }');
    await npm(["pack", "./part"], { cwd: folder });
    const file = join(folder, "package.json");
    const dependencies = { part: "file:part-1.0.0.tgz" };
    await writeFile(file, JSON.stringify({ name: "site", dependencies }));
    await npm(["install", "--package-lock-only", "--offline"], { cwd: folder });
    const lockFile = join(folder, "package-lock.json");
    const lock = await readJson(lockFile);
    expect((await npmCi(["--offline"], { cwd: folder })).exitCode).toBe(0);

    const spoilt = structuredClone(lock);
    spoilt.packages["node_modules/part"].integrity = `sha512-${"A".repeat(86)}==`;
    await writeFile(lockFile, JSON.stringify(spoilt));
    const otherHash = await npmCi(["--offline"], { cwd: folder });
    expect(otherHash.exitCode).not.toBe(0);
    expect(explainFailedInstall(otherHash.output, spoilt)).toMatch(
      /^The package part is another one than package-lock\.json names [^\n]+\.$/,
    );

    const withoutPart = structuredClone(lock);
    delete withoutPart.packages["node_modules/part"];
    delete withoutPart.packages[""].dependencies;
    await writeFile(lockFile, JSON.stringify(withoutPart));
    const otherLock = await npmCi(["--offline"], { cwd: folder });
    expect(otherLock.exitCode).not.toBe(0);
    expect(explainFailedInstall(otherLock.output, withoutPart)).toMatch(
      /^package-lock\.json does not fit package\.json[^\n]+\.$/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("whatever else npm says is handed on whole", () => {
  expect(
    explainFailedInstall("npm error code ENOTFOUND\nnpm error network", { packages: {} }),
  ).toBe("The packages could not be installed.\nnpm error code ENOTFOUND\nnpm error network");
});
