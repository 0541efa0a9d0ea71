import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodePackage } from "./paths.mjs";
import { whyNoneIsFetched } from "./project-node.mjs";

const SYSTEMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"];

test("each system's Node is in the lock, with a hash", () => {
  const { packages } = JSON.parse(readFileSync("bin/node/package-lock.json", "utf8")) as {
    packages: Record<string, { integrity?: string; version?: string; os?: string; cpu?: string }>;
  };
  const fetched = SYSTEMS.map((system) => {
    const [platform, arch] = system.split("-");
    const locked = packages[`node_modules/${nodePackage(platform, arch)}`];
    return {
      system: `${locked?.os}-${locked?.cpu}`,
      isHashed: locked?.integrity?.startsWith("sha512-"),
      isNewEnough: Number.parseInt(locked?.version ?? "", 10) >= 24,
    };
  });
  expect(fetched).toEqual(SYSTEMS.map((system) => ({ system, isHashed: true, isNewEnough: true })));
});

test.each<[platform: string, arch: string, isMusl: boolean, said: RegExp]>([
  ["linux", "x64", true, /is 20\.19\.0.* 24 or newer.*musl.*apk add nodejs npm.*DATABASE_URL/],
  ["win32", "arm64", false, /win32 on arm64.*nodejs\.org.*DATABASE_URL/],
  ["freebsd", "x64", false, /freebsd on x64.*nodejs\.org\.$/],
])("%s %s (musl: %s) is told what to do", (platform, arch, isMusl, said) => {
  expect(whyNoneIsFetched({ platform, arch, isMusl, version: "20.19.0" })).toMatch(said);
});

test("where one can be fetched nothing is said", () => {
  const system = { platform: "linux", arch: "x64", isMusl: false, version: "20.19.0" };
  expect(whyNoneIsFetched(system)).toBeUndefined();
});
