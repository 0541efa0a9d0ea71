import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paths } from "../src/site/paths.ts";

// In the first hour of an incident nobody has time to find out that a command has been renamed.
const guide = readFileSync("docs/security/incident.md", "utf8");

test("every command of the guide for incidents is there", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const named = [...guide.matchAll(/npm run ([\w:]+)/gu)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("and every page of staff, file and decision", () => {
  const pages = new Set([...guide.matchAll(/`(\/staff\/[a-z]+)`/gu)].map(([, page = ""]) => page));
  const known = [
    paths.staffIncidents(),
    paths.staffPeople(),
    paths.staffDealerships(),
    paths.staffMessages(),
    paths.staffSystem(),
    paths.staffRecords(),
    paths.staffRetention(),
  ];
  expect([...pages].toSorted()).toEqual(known.toSorted());
  const files = [...guide.matchAll(/`((?:src|deploy)\/[\w./-]+)`|\]\(([\w./-]+)\)/gu)].map(
    ([, file, link]) => file ?? `docs/security/${link}`,
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(readFileSync(file, "utf8")).not.toBe("");
});
