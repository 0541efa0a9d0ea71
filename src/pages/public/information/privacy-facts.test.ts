import { afterEach, expect, test } from "vitest";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { overwriteGetLocale } from "#messages/runtime.js";
import { COOKIE_SECONDS } from "#values/cookies.ts";
import { describeCookies } from "./cookie-facts.server.ts";
import { embedsCookie, hasAllowedEmbeds } from "./embeds.ts";
import { listPeriods, listRecipients } from "./privacy-facts.server.ts";

overwriteGetLocale(() => "en");
const use = (variables: Record<string, string>) => {
  const read = readEnv(variables);
  if (!read.ok) throw new Error(read.problems.join(" "));
  setEnv(read.env);
};
afterEach(() => use({}));

test("only the providers of this installation are named as recipients", () => {
  use({});
  const without = listRecipients([], "en");
  // Recipients that follow from a person's own action, whatever is installed (bid_who_sees,
  // seller_who_sees).
  expect(without.join(" ")).toMatch(/seller of a car you bid on.*phone number.*Everyone/);
  use({
    SMTP_URL: "smtp://mail.example.ca",
    SMS_URL: "twilio://AC1:token@api.twilio.com?from=%2B1",
    SPREADSHEET_URL: "https://sheet.example.ca/x",
    GEOAPIFY_KEY: "key",
    S3_URL: "s3://K:S@store.example.ca/cars?region=x",
    GOOGLE_CLIENT_ID: "id",
  });
  expect(listRecipients([], "en").length - without.length).toBe(6);
  expect(listRecipients([], "en").join(" ")).toMatch(/spreadsheet.*Google/);
});

test("periods are said in figures", () => {
  const periods = listPeriods().join("\n");
  expect(periods).toContain("24 months");
  expect(periods).toContain("90 days after the decision, 180 days at most");
  expect(periods).not.toMatch(/\{|undefined/);
});

test("every cookie that is set is in the policy, with its own lifetime", () => {
  const described = describeCookies();
  expect(described.map(({ name }) => name)).toEqual(Object.keys(COOKIE_SECONDS));
  const lives = Object.fromEntries(described.map(({ name, life }) => [name, life]));
  expect(lives).toMatchObject({ visitor: "30 days", google: "10 minutes", theme: "365 days" });
});

test.each([
  ["", false],
  ["embeds=allowed", true],
  ["theme=dark; embeds=allowed", true],
  ["embeds=", false],
  ["other-embeds=allowed", false],
])("content of other companies with %j: %s", (cookie, isAllowed) => {
  const request = new Request("https://cars.example.ca/", { headers: { cookie } });
  expect(hasAllowedEmbeds(request)).toBe(isAllowed);
});

test("the choice is kept for half a year, and forgotten when it is taken back", () => {
  expect(embedsCookie(true, true)).toMatch(
    /^embeds=allowed; .*Max-Age=15552000;.*HttpOnly.*Secure$/,
  );
  expect(embedsCookie(false, false)).toMatch(/^embeds=; .*Max-Age=0;/);
});
