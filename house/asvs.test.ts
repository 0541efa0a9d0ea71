import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isTitleOf, listTestTitles } from "./test-titles.ts";

/** OWASP ASVS 5.0.0: the requirements of level 1 and 2, by section. */
const REQUIREMENTS =
  "1.1:1,2 1.2:1,2,3,4,5,6,7,8,9 1.3:1,2,3,4,5,6,7,8,9,10,11 1.4:1,2,3 1.5:1,2 2.1:1,2,3 2.2:1,2,3 2.3:1,2,3,4 2.4:1 3.2:1,2 3.3:1,2,3,4 3.4:1,2,3,4,5,6 3.5:1,2,3,4,5 3.7:1,2 4.1:1,2,3 4.2:1 4.3:1,2 4.4:1,2,3,4 5.1:1 5.2:1,2,3 5.3:1,2 5.4:1,2,3 6.1:1,2,3 6.2:1,2,3,4,5,6,7,8,9,10,11,12 6.3:1,2,3,4 6.4:1,2,3,4 6.5:1,2,3,4,5 6.6:1,2,3 6.8:1,2,3,4 7.1:1,2,3 7.2:1,2,3,4 7.3:1,2 7.4:1,2,3,4,5 7.5:1,2 7.6:1,2 8.1:1,2 8.2:1,2,3 8.3:1 8.4:1 9.1:1,2,3 9.2:1,2,3,4 10.1:1,2 10.2:1,2 10.3:1,2,3,4 10.4:1,2,3,4,5,6,7,8,9,10,11 10.5:1,2,3,4,5 10.6:1,2 10.7:1,2,3 11.1:1,2 11.2:1,2,3 11.3:1,2,3 11.4:1,2,3,4 11.5:1 11.6:1 12.1:1,2,3 12.2:1,2 12.3:1,2,3,4 13.1:1 13.2:1,2,3,4,5 13.3:1,2 13.4:1,2,3,4,5 14.1:1,2 14.2:1,2,3,4 14.3:1,2,3 15.1:1,2,3 15.2:1,2,3 15.3:1,2,3,4,5,6,7 16.1:1 16.2:1,2,3,4,5 16.3:1,2,3,4 16.4:1,2,3 16.5:1,2,3 17.1:1 17.2:1,2,3,4 17.3:1,2";

const ids = REQUIREMENTS.split(" ").flatMap((section) => {
  const [name = "", numbers = ""] = section.split(":");
  return numbers.split(",").map((number) => `${name}.${number}`);
});

const STATES = ["test", "document", "none", "open"];

const page = readFileSync("docs/security/asvs.md", "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \|([^\n]*)\|$/gm)].map(
  ([, id = "", cells = ""]) => {
    const [level = "", asksFor = "", state = "", proof = ""] = cells
      .split("|")
      .map((cell) => cell.trim());
    return { id, level, asksFor, state, proof };
  },
);

describe("docs/security/asvs.md", () => {
  test("has each requirement of level 1 and 2 once", () => {
    expect(ids).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test("says of each what it asks for, how it stands and why", () => {
    const incomplete = rows.filter(
      ({ level, asksFor, state, proof }) =>
        !["1", "2"].includes(level) || !asksFor || !STATES.includes(state) || !proof,
    );
    expect(incomplete).toEqual([]);
  });

  test("names tests that there are, by file and title", () => {
    const missing = rows
      .filter(({ state }) => state === "test")
      .flatMap(({ id, proof }) => proof.split("<br>").map((each) => ({ id, each })))
      .filter(({ each }) => {
        const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(each) ?? [];
        return !existsSync(file) || !listTestTitles(file).some((each) => isTitleOf(title, each));
      });
    expect(missing).toEqual([]);
  });

  test.each([
    ["is lost", "is lost", undefined, true],
    ["is", "is lost", undefined, false],
    ["%s is lost", "%s is lost", '["a key"]', false],
    ["a key is lost", "%s is lost", '["a key"]', true],
    ["a door is lost", "%s is lost", '["a key"]', false],
    ['the word "a" is 1', "the word %j is %i", '["a", 1]', true],
    ["photo: clean", "$title: $becomes", '{ title: "photo", becomes: "clean" }', true],
  ])("takes %j for a test written %j with the table %j: %j", (title, written, table, isOne) => {
    expect(isTitleOf(title, { written, table })).toBe(isOne);
  });

  test("names documents that there are", () => {
    const missing = rows
      .filter(({ state }) => state === "document")
      .filter(({ proof }) => !existsSync(proof.replaceAll("`", "")));
    expect(missing).toEqual([]);
  });

  test("counts itself rightly", () => {
    for (const state of STATES) {
      const count = rows.filter((row) => row.state === state).length;
      expect(page, state).toContain(`${count} `);
    }
  });
});
