import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { passwordRange } from "./breached-passwords.server.ts";

const PASSWORD = "lantern bicycle river moss";
const DIGEST = createHash("sha1").update(PASSWORD).digest("hex").toUpperCase();
const PREFIX = DIGEST.slice(0, 5);
const SUFFIX = DIGEST.slice(5);
const OTHER = "0".repeat(35);

const peers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

/** Checks the password with a test provider, which responds as the test says. */
async function ask(onRequest: RequestListener, { timeoutMs = 2_000, path = "" } = {}) {
  const peer = await startHttpPeer(onRequest);
  peers.push(peer);
  return passwordRange({ baseUrl: peer.baseUrl + path, timeoutMs }).has(PASSWORD);
}

test("five characters of the hash go out, and nothing else of the password", async () => {
  const requests: IncomingMessage[] = [];
  await ask(
    (request, response) => {
      requests.push(request);
      response.end("");
    },
    { path: "/breaches/" },
  );
  expect(requests.map(({ method, url }) => [method, url])).toEqual([
    ["GET", `/breaches/range/${PREFIX}`],
  ]);
  expect(requests[0]?.headers["add-padding"]).toBe("true");
  const sent = JSON.stringify([requests[0]?.url, requests[0]?.rawHeaders]);
  expect(sent).not.toMatch(new RegExp(`${SUFFIX}|lantern`, "i"));
});

describe("the answer", () => {
  test.each([
    ["lists it", `${OTHER}:4\r\n${SUFFIX}:12\r\n`, true],
    ["lists it in small letters, alone", `${SUFFIX.toLowerCase()}:1`, true],
    ["lists others", `${OTHER}:4\r\n`, false],
    ["is padding", `${SUFFIX}:0\r\n`, false],
    ["is empty", "", false],
    ["is no list", "<html>Sign in to the network</html>", false],
    [
      "is as long as the longest",
      Array.from({ length: 5_000 }, (_, index) => `${String(index).padStart(35, "0")}:9\r\n`)
        .concat(`${SUFFIX}:1`)
        .join(""),
      true,
    ],
  ])("%s", async (_what, body, isBreached) => {
    expect(await ask((_request, response) => response.end(body))).toBe(isBreached);
  });
});

describe("a password is taken, and a line without it logged,", () => {
  test.each<[string, RequestListener]>([
    ["after silence", () => undefined],
    ["after 503", (_request, response) => response.writeHead(503).end(`${SUFFIX}:1`)],
    ["after 429", (_request, response) => response.writeHead(429).end()],
    [
      "after a redirect",
      (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
    [
      "after half an answer",
      (_request, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write(`${SUFFIX}:1`, () => response.destroy());
      },
    ],
    ["after an endless one", (_request, response) => response.end("x".repeat(1_000_000))],
  ])("%s", async (_what, onRequest) => {
    const output = vi.spyOn(process.stdout, "write");
    expect(await ask(onRequest, { timeoutMs: 300 })).toBe(false);
    const lines = output.mock.calls.map(([line]) => String(line));
    output.mockRestore();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("without asking about breaches");
    expect(lines[0]).not.toMatch(new RegExp(`${PREFIX}|${SUFFIX}|lantern`, "i"));
  });

  test("when nobody listens", async () => {
    const peer = await startHttpPeer(() => undefined);
    await peer.close();
    expect(await passwordRange({ baseUrl: peer.baseUrl }).has(PASSWORD)).toBe(false);
  });
});
