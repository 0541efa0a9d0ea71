import { expect, test } from "vitest";
import { limitPageCaching } from "./page-caching.ts";

const chooseCaching = (pathname: string, isSignedIn = false, said?: string) =>
  limitPageCaching(new Response("", said ? { headers: { "cache-control": said } } : {}), {
    pathname,
    isSignedIn,
  }).headers.get("cache-control");

test.each([
  ["/account", "private, no-store"],
  ["/account.data", "private, no-store"],
  ["/fr/account/security.data", "private, no-store"],
  ["/saved.data", "private, no-store"],
  ["/login/reset/secret", "private, no-store"],
  ["/dealer/requests", "private, no-store"],
  ["/dealer/applications", "private, no-store"],
  ["/fr/staff/leads.data", "private, no-store"],
  ["/sell-car/sent/A2B3C4D5", "private, no-store"],
  ["/call-back/sent/A2B3C4D5.data", "private, no-store"],
  ["/", "private, no-cache"],
  ["/fr/cars.data", "private, no-cache"],
  ["/details/1", "private, no-cache"],
])("%s is kept as %s", (pathname, caching) => expect(chooseCaching(pathname)).toBe(caching));

test("nothing that a member sees is kept, whatever page it is", () => {
  expect(chooseCaching("/cars.data", true)).toBe("private, no-store");
});

test("a page's own word counts", () => {
  expect(chooseCaching("/sell-car/vehicle", false, "private, no-cache")).toBe("private, no-cache");
});
