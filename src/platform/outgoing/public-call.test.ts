import dns from "node:dns";
import { describe, expect, type MockInstance, onTestFinished, test, vi } from "vitest";
import { startHttpPeer } from "./http-peer.fixture.ts";
import { isPublicAddress } from "./public-address.ts";
import { callPublic, findAddressFault } from "./public-call.server.ts";

describe("which addresses are public", () => {
  test.each([
    ["8.8.8.8", true],
    ["172.32.0.1", true],
    ["2606:4700:4700::1111", true],
    ["0.0.0.0", false],
    ["10.1.2.3", false],
    ["100.64.0.1", false],
    ["127.0.0.1", false],
    ["169.254.169.254", false],
    ["172.31.255.255", false],
    ["192.168.1.1", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["::", false],
    ["::1", false],
    ["::ffff:127.0.0.1", false],
    ["::ffff:8.8.8.8", false],
    ["64:ff9b::7f00:1", false],
    ["fd00::1", false],
    ["fe80::1", false],
    ["2001:db8::1", false],
    ["2002:7f00:1::", false],
    ["crm.example.com", false],
  ])("%s: %s", (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));
});

describe("which addresses are called", () => {
  test.each([
    ["https://crm.example.com/leads?key=1", null],
    ["https://8.8.8.8/", null],
    ["http://crm.example.com/", "not_https"],
    ["ftp://crm.example.com/", "not_https"],
    ["https://me:secret@crm.example.com/", "has_password"],
    ["https://localhost/", "not_public"],
    ["https://intranet/", "not_public"],
    ["https://127.1/", "not_public"],
    ["https://0x7f000001/", "not_public"],
    ["https://2130706433/", "not_public"],
    ["https://[::1]/", "not_public"],
    ["https://[::ffff:127.0.0.1]/", "not_public"],
    ["https://169.254.169.254/latest/meta-data", "not_public"],
  ])("%s: %s", (address, fault) => expect(findAddressFault(new URL(address))).toBe(fault));

  test("an own host of the operator's may be private", () => {
    const own = ["127.0.0.1:8080"];
    expect(findAddressFault(new URL("http://127.0.0.1:8080/x"), own)).toBeNull();
    expect(findAddressFault(new URL("http://127.0.0.1:8081/x"), own)).toBe("not_https");
  });
});

test("a name that leads to this machine is found out when it is connected to", async () => {
  const addresses = ["8.8.8.8", "127.0.0.1"].map((address) => ({ address, family: 4 }));
  const lookup = vi.spyOn(dns, "lookup") as unknown as MockInstance<typeof answerLookup>;
  lookup.mockImplementation(answerLookup);
  function answerLookup(_host: string, _options: object, callback: (...result: unknown[]) => void) {
    callback(null, addresses);
  }
  onTestFinished(() => lookup.mockRestore());
  const url = new URL("https://rebound.example.com/");
  expect(await callPublic({ url, method: "GET", timeoutMs: 2_000 })).toEqual({
    ok: false,
    detail: "the address is not public",
  });
});

describe("the call", () => {
  async function callPeer(path: string, more: { largestResponseBytes?: number } = {}) {
    const peer = await startHttpPeer((request, response) => {
      if (request.url === "/stall") return;
      if (request.url === "/away") response.writeHead(302, { location: "https://example.com/" });
      if (request.url === "/long") response.write("x".repeat(2_000));
      request.pipe(response);
    });
    const url = new URL(path, peer.baseUrl);
    const ownHosts = [url.host];
    const result = await callPublic({
      url,
      method: "POST",
      body: "what was sent",
      timeoutMs: 300,
      ownHosts,
      ...more,
    });
    await peer.close();
    return result.ok ? { status: result.status, body: result.body.toString() } : result.detail;
  }

  test("sends the body and reads the answer", async () =>
    expect(await callPeer("/")).toEqual({ status: 200, body: "what was sent" }));
  test("follows no redirect", async () =>
    expect(await callPeer("/away")).toMatchObject({ status: 302 }));
  test("ends a call that stalls", async () =>
    expect(await callPeer("/stall")).toBe("no answer within 300 ms"));
  test("reads no long answer", async () =>
    expect(await callPeer("/long", { largestResponseBytes: 1_000 })).toBe(
      "the answer was too long",
    ));
});
