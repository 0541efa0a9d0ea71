import { expect, test } from "vitest";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import { toFacts } from "./facts-of-settings.ts";
import { fromAnswer, SETTING_FORMS, toAnswer } from "./setting.form.ts";
import { isSettingList, parseSettings, SETTING_NAMES, settingRow } from "./setting.ts";

test("the defaults are the demo's facts, and each is within its own bounds", () => {
  expect(toFacts(parseSettings([]), "2026-11-27")).toEqual(DEFAULT_FACTS);
  for (const name of SETTING_NAMES) {
    const { stored, byDefault, group } = settingRow(name);
    expect(stored.safeParse(byDefault), name).toMatchObject({ success: true, data: byDefault });
    if (isSettingList(group)) continue;
    expect(fromAnswer(name, toAnswer(byDefault)), name).toEqual({ value: byDefault });
  }
});

test("the form of its group asks for each setting, and for nothing else", () => {
  for (const [group, form] of Object.entries(SETTING_FORMS)) {
    const asked = form.steps[0].questions.map(({ name }) => name);
    expect(asked.toSorted()).toEqual(
      SETTING_NAMES.filter((name) => settingRow(name).group === group).toSorted(),
    );
  }
});

test("a value that this release cannot read, or a name that it does not have, counts for nothing", () => {
  const rows = [
    { name: "passingOn", value: "by_pigeon" },
    { name: "anotherRelease", value: true },
    { name: "siteName", value: "Autos Nord" },
  ];
  expect(parseSettings(rows)).toEqual({ ...parseSettings([]), siteName: "Autos Nord" });
});

test.each([
  ["hoursMonday", "9:00–18:00", "09:00-18:00"],
  ["hoursMonday", "9 h – 18 h 30", "09:00-18:30"],
  ["hoursMonday", "09:00 to 18:00", "09:00-18:00"],
  ["hoursMonday", "", ""],
  ["hoursMonday", "18:00-9:00", null],
  ["hoursMonday", "9:00-25:00", null],
  ["hoursMonday", "mornings", null],
  ["chatNumber", "+1 (416) 555-0123", "14165550123"],
  ["chatNumber", "416 555 0123", null],
  ["facebook", "", ""],
  ["facebook", "https://www.facebook.com/autosnord", "https://www.facebook.com/autosnord"],
  ["facebook", "https://m.facebook.com/autosnord", "https://m.facebook.com/autosnord"],
  ["facebook", "https://facebook.com.evil.example/x", null],
  ["facebook", "javascript:alert(1)", null],
  ["tiktok", "https://www.facebook.com/autosnord", null],
  ["rateFair", "24,9 %", 24.9],
  ["rateFair", "0", 0],
  ["rateFair", "35", 35],
  ["rateFair", "35.01", null],
  ["rateFair", "-1", null],
  ["rateFair", "9.999", null],
  ["rateFair", "", null],
  ["rateFair", "high", null],
  ["accentColour", " 1B5FC1 ", "#1b5fc1"],
  ["accentColour", "#767676", "#767676"],
  ["accentColour", "#ffcc00", null],
  ["accentColour", "#1b5", null],
  ["accentColour", "blue", null],
  ["logo", "", ""],
  ["logo", "/media/logo/0123456789abcdef-480x120.png", "/media/logo/0123456789abcdef-480x120.png"],
  ["logo", "/media/people/0123456789abcdef-480x120.png", null],
  ["logo", "/media/logo/../0123456789abcdef-480x120.png", null],
  ["senderEmail", "", ""],
  ["siteEmail", "", null],
] as const)("%s: %j is stored as %j", (name, typed, value) => {
  expect(fromAnswer(name, typed)).toEqual(value === null ? null : { value });
});

test("days in a row with the same hours are one line", () => {
  const rows = [
    { name: "hoursFriday", value: "09:00-16:00" },
    { name: "hoursSaturday", value: "" },
  ];
  expect(toFacts(parseSettings(rows), "2026-11-27").hours).toEqual([
    { days: ["Mo", "Tu", "We", "Th"], open: ["09:00", "18:00"] },
    { days: ["Fr"], open: ["09:00", "16:00"] },
    { days: ["Sa", "Su"], open: null },
  ]);
});

test("a tax of a later day is no fact yet", () => {
  const change = {
    province: "ON",
    seller: "dealer",
    tax: "hst",
    from: "2027-01-01",
    ratePercent: 14,
    source: "https://www.canada.ca/taxes",
    checkedOn: "2026-11-27",
  };
  const settings = parseSettings([{ name: "taxChanges", value: [change] }]);
  expect(toFacts(settings, "2026-12-31").taxChanges).toEqual([]);
  expect(toFacts(settings, "2027-01-01").taxChanges).toEqual([change]);
});
