import { describe, expect, test } from "vitest";
import { isTheme, themeCookie } from "./theme.ts";

describe("the theme's cookie", () => {
  test("remembers a choice for a year, out of reach of scripts", () => {
    expect(themeCookie("dark", "https://site.test")).toBe(
      "__Host-theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure",
    );
    expect(themeCookie("dark", "http://site.test")).toMatch(/^theme=dark; .*SameSite=Lax$/);
  });

  test("forgets it when the device decides", () => {
    expect(themeCookie("system", "http://site.test")).toContain("Max-Age=0;");
  });

  test.each([
    ["dark", true],
    ["blue", false],
    [undefined, false],
  ])("%s: %s", (value, known) => {
    expect(isTheme(value)).toBe(known);
  });
});
