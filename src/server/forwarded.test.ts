import { describe, expect, test } from "vitest";
import { parseProxyTrust } from "#platform/request/proxy-trust.ts";
import { readForwarded } from "./forwarded.ts";

type Seen = { trust?: string; peer?: string; headers?: Record<string, string>; siteUrl?: string };

function read({ trust = "loopback", peer = "127.0.0.1", headers, siteUrl }: Seen) {
  const isTrustedProxy = parseProxyTrust(trust);
  if (!isTrustedProxy) throw new Error("unreadable");
  return readForwarded(new Headers({ host: "cars.test", ...headers }), peer, {
    isTrustedProxy,
    siteUrl,
  });
}

const via = (chain: string) => ({ "x-forwarded-for": chain });
const PROXIES = "10.0.0.0/8, 2001:db8:aaaa::/48";

describe("whose address counts", () => {
  test.each<[string, Seen, string]>([
    ["nobody forwards", { peer: "203.0.113.5" }, "203.0.113.5"],
    ["the proxy of this machine", { headers: via("203.0.113.5") }, "203.0.113.5"],
    ["over IPv6", { peer: "::1", headers: via("203.0.113.5") }, "203.0.113.5"],
    [
      "a socket of both families",
      { peer: "::ffff:127.0.0.1", headers: via("203.0.113.5") },
      "203.0.113.5",
    ],
    ["a visitor through such a socket", { peer: "::ffff:203.0.113.5" }, "203.0.113.5"],
    [
      "a stranger who forwards",
      { peer: "198.51.100.7", headers: via("203.0.113.5") },
      "198.51.100.7",
    ],
    ["a proxy that is not named", { trust: PROXIES, headers: via("203.0.113.5") }, "127.0.0.1"],
    [
      "a proxy in a block",
      { trust: PROXIES, peer: "10.1.2.3", headers: via("203.0.113.5") },
      "203.0.113.5",
    ],
    [
      "one just outside",
      { trust: PROXIES, peer: "11.0.0.1", headers: via("203.0.113.5") },
      "11.0.0.1",
    ],
    [
      "a proxy in a block of IPv6",
      { trust: PROXIES, peer: "2001:db8:aaaa::1", headers: via("203.0.113.5") },
      "203.0.113.5",
    ],
    [
      "one just outside of it",
      { trust: PROXIES, peer: "2001:db8:aaab::1", headers: via("203.0.113.5") },
      "2001:db8:aaab::1",
    ],
    ["a visitor of IPv6", { headers: via("2001:db8::5") }, "2001:db8::5"],
    [
      "two hops of ours",
      { trust: PROXIES, peer: "10.0.0.1", headers: via("203.0.113.5, 10.0.0.2") },
      "203.0.113.5",
    ],
    ["what the visitor wrote before", { headers: via("1.1.1.1, 203.0.113.5") }, "203.0.113.5"],
    [
      "a visitor who claims to be a proxy",
      { headers: via("127.0.0.1, 203.0.113.5") },
      "203.0.113.5",
    ],
    [
      "only proxies",
      { trust: PROXIES, peer: "10.0.0.1", headers: via("10.0.0.3, 10.0.0.2") },
      "10.0.0.3",
    ],
    ["a port", { headers: via("203.0.113.5:4711") }, "203.0.113.5"],
    [
      "a port after what the visitor wrote",
      { headers: via("1.1.1.1, 203.0.113.5:4711") },
      "203.0.113.5",
    ],
    ["brackets", { headers: via("[2001:db8::5]") }, "2001:db8::5"],
    ["brackets and a port", { headers: via("[2001:db8::5]:4711") }, "2001:db8::5"],
    ["IPv4 in IPv6", { headers: via("::ffff:203.0.113.5") }, "203.0.113.5"],
    ["a zone", { peer: "fe80::1%eth0" }, "fe80::1"],
    // If the visitor's entry is no address, the entry left of it is not the visitor's either.
    ["a word in the place of the visitor", { headers: via("203.0.113.5, unknown") }, "127.0.0.1"],
    ["a word further left", { headers: via("unknown, 203.0.113.5") }, "203.0.113.5"],
    ["nothing", { headers: via("") }, "127.0.0.1"],
    ["commas", { headers: via(",,") }, "127.0.0.1"],
    ["garbage", { headers: via("<script>") }, "127.0.0.1"],
  ])("%s", (_what, seen, address) => {
    expect(read(seen)).toMatchObject({ ipAddress: address });
  });
});

describe("as what the visitor sees the site", () => {
  const https = { "x-forwarded-proto": "https" };
  const host = (name: string) => ({ "x-forwarded-host": name });
  const SITE = "https://cars.example.ca";

  test.each<[string, Seen, string]>([
    ["as it is asked for", {}, "http://cars.test"],
    ["over https", { headers: https }, "https://cars.test"],
    [
      "over https by a stranger's word",
      { peer: "203.0.113.5", headers: https },
      "http://cars.test",
    ],
    ["another scheme", { headers: { "x-forwarded-proto": "ftp" } }, "http://cars.test"],
    [
      "what the nearest proxy says last",
      { headers: { "x-forwarded-proto": "http, https" } },
      "https://cars.test",
    ],
    ["another host", { headers: host("shop.test") }, "http://shop.test"],
    [
      "another host by a stranger's word",
      { peer: "203.0.113.5", headers: host("evil.example") },
      "http://cars.test",
    ],
    [
      "the host that the nearest proxy says",
      { headers: host("evil.example, shop.test") },
      "http://shop.test",
    ],
    ["a port", { headers: host("shop.test:8443") }, "http://shop.test:8443"],
    [
      "the port that goes without saying",
      { headers: { ...https, ...host("SHOP.test:443") } },
      "https://shop.test",
    ],
    ["an address of IPv6", { headers: host("[2001:db8::1]:3000") }, "http://[2001:db8::1]:3000"],
    [
      "SITE_URL through a proxy that does not say how it was asked",
      { siteUrl: SITE, headers: { host: "cars.example.ca" } },
      "308",
    ],
    [
      "SITE_URL through a proxy that says https",
      { siteUrl: SITE, headers: { ...https, ...host("cars.example.ca") } },
      SITE,
    ],
    [
      "its port is the proxy's",
      { siteUrl: SITE, headers: { ...https, host: "cars.example.ca:3000" } },
      SITE,
    ],
    ["another host than SITE_URL's", { siteUrl: SITE }, "421"],
    [
      "another forwarded host than SITE_URL's",
      { siteUrl: SITE, headers: { ...https, host: "cars.example.ca", ...host("evil.example") } },
      "421",
    ],
    [
      "a host below SITE_URL's",
      { siteUrl: SITE, headers: { host: "evil.cars.example.ca" } },
      "421",
    ],
    [
      "SITE_URL in clear",
      {
        siteUrl: SITE,
        headers: { "x-forwarded-proto": "http", host: "cars.example.ca" },
      },
      "308",
    ],
    [
      "SITE_URL in clear, past the proxy",
      { siteUrl: SITE, peer: "203.0.113.5", headers: { ...https, host: "cars.example.ca" } },
      "308",
    ],
    [
      "SITE_URL of this machine",
      { siteUrl: "http://localhost:3000", headers: { host: "localhost:3000" } },
      "http://localhost:3000",
    ],
    ["a host with a space", { headers: host("a b") }, "400"],
    ["half a bracket", { headers: host("[") }, "400"],
    ["a path", { headers: host("a/b") }, "400"],
    ["a user", { headers: host("user@shop.test") }, "400"],
    ["a query", { headers: host("shop.test?") }, "400"],
    ["a port that is none", { headers: host("shop.test:99999") }, "400"],
    ["brackets around no address", { headers: host("[:::]") }, "400"],
    ["an empty host", { headers: { host: "" } }, "400"],
  ])("%s", (_what, seen, origin) => {
    const found = read(seen);
    expect("status" in found ? String(found.status) : found.origin).toBe(origin);
  });
});

describe("TRUST_PROXY", () => {
  test.each([
    ["loopback", true],
    ["127.0.0.1", true],
    ["127.0.0.0/8", true],
    ["10.0.0.1, 127.0.0.1", true],
    ["0.0.0.0/0", true],
    ["10.0.0.0/8", false],
    ["::1", false],
    [" , ", false],
  ])("%s trusts 127.0.0.1: %j", (setting, isTrusted) => {
    expect(parseProxyTrust(setting)?.("127.0.0.1")).toBe(isTrusted);
  });

  test.each([
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "::1/129",
    "10.0.0",
    "*",
    "loopback;10.0.0.1",
  ])("cannot be %s", (setting) => expect(parseProxyTrust(setting)).toBeNull());

  test("trusts nothing that is no address", () => {
    const everybody = parseProxyTrust("0.0.0.0/0, ::/0");
    expect(["", "unknown", "127.0.0.1.1"].map((name) => everybody?.(name))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
