import { once } from "node:events";
import { createServer } from "node:http";
import { connect, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { serveApp } from "./app.fixture.ts";
import { guardConnections } from "./connections.ts";

const LIMITS = {
  headersMs: 300,
  requestMs: 400,
  photoBytesPerSecond: 100,
  mostFromOneAddress: 5,
};
/** With this setting, loopback is not a proxy. */
const STRANGER = { TRUST_PROXY: "10.0.0.0/8" };

let site: Awaited<ReturnType<typeof serveApp>>;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await site.close();
});

async function open() {
  const socket = connect(site.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  let received = "";
  let isEnded = false;
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("close", () => (isEnded = true));
  await once(socket, "connect");
  return {
    send: (text: string) => socket.write(text),
    received: () => received,
    isEnded: () => isEnded,
  };
}

/** The machine may be busy with other tests. */
const PATIENCE = { timeout: 5_000 };
const GET = "GET /cars HTTP/1.1\r\nHost: a.test\r\n\r\n";

test.each([
  ["too large", "/cars", 700_000, 413],
  ["not allowed", "/newSavedAd", 40_000, 401],
])(
  "what follows a refused body (%s) is answered on the same connection",
  async (_why, path, size, status) => {
    site = await serveApp();
    const peer = await open();
    peer.send(
      `POST ${path} HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    await pause(50);
    peer.send("x".repeat(size));
    peer.send(GET);
    await expect
      .poll(peer.received, PATIENCE)
      .toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*HTTP/1.1 200 `));
    expect(peer.isEnded()).toBe(false);
  },
);

test("a body that is too long to be read only to be dropped ends the connection, in words", async () => {
  site = await serveApp();
  const peer = await open();
  peer.send(`POST /cars HTTP/1.1\r\nHost: a.test\r\nContent-Length: ${2 ** 40}\r\n\r\nx`);
  await expect.poll(peer.received, PATIENCE).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);
  await expect.poll(peer.isEnded, PATIENCE).toBe(true);
});

test("headers that come a byte at a time are cut, and so is a body", async () => {
  site = await serveApp({}, {}, LIMITS);
  const headers = await open();
  const body = await open();
  const photo = await open();
  const head = "HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100\r\n\r\n";
  body.send(`POST /cars ${head}`);
  photo.send(`POST /account/photo ${head}`);
  const began = performance.now();
  while (!headers.isEnded() || !body.isEnded()) {
    for (const peer of [headers, body, photo]) peer.send("x");
    await pause(20);
    expect(performance.now() - began).toBeLessThan(5_000);
  }
  // A photo of this size may take a second longer.
  expect(photo.isEnded()).toBe(false);
});

test("one address holds so many connections and no more, unless it is a proxy of ours", async () => {
  site = await serveApp(STRANGER, {}, LIMITS);
  const openSome = (count: number) => Promise.all(Array.from({ length: count }, open));
  const connected = await openSome(LIMITS.mostFromOneAddress);
  const last = await open();
  await expect.poll(last.isEnded, PATIENCE).toBe(true);
  expect(connected.some((peer) => peer.isEnded())).toBe(false);
  await site.close();

  site = await serveApp({}, {}, LIMITS);
  const proxied = await openSome(8);
  for (const peer of proxied) peer.send(GET);
  await expect
    .poll(() => proxied.filter((peer) => peer.received().includes(" 200 ")))
    .toHaveLength(8);
});

test("told to stop, it breaks no answer, takes nothing new, and waits no longer than it may", async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  site = await serveApp(
    {},
    {
      respondWithPage: async ({ url }) => {
        if (url.endsWith("/slow")) await isReleased;
        if (url.endsWith("/hangs")) await new Promise(() => {});
        return new Response("whole");
      },
    },
  );
  const slow = await open();
  const idle = await open();
  idle.send(GET);
  await expect.poll(idle.received, PATIENCE).toContain("whole");
  slow.send("GET /slow HTTP/1.1\r\nHost: a.test\r\n\r\n");
  await pause(50);
  const stopped = site.stop(5_000);
  await expect.poll(idle.isEnded, PATIENCE).toBe(true);
  await expect(fetch(site.origin)).rejects.toThrow("fetch failed");
  release();
  await stopped;
  await expect.poll(slow.isEnded, PATIENCE).toBe(true);
  expect(slow.received()).toMatch(/connection: close/i);
  expect(slow.received()).toContain("whole");
});

test("an answer that never comes is not waited for", async () => {
  site = await serveApp({}, { respondWithPage: () => new Promise(() => {}) });
  const peer = await open();
  peer.send(GET);
  await pause(50);
  const began = performance.now();
  await site.stop(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ["2001:db8:1:2::", "2001:db8:1:3::1"],
  ["::ffff:192.0.2.", "::ffff:198.51.100.1"],
])(
  "addresses that begin with %s: a /64 of IPv6 counts as one, IPv4 each for itself",
  (block, elsewhere) => {
    const server = createServer();
    guardConnections(server, () => false, LIMITS);
    const isLetIn = (remoteAddress: string) => {
      const socket = new Socket();
      sockets.push(socket);
      Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
      server.emit("connection", socket);
      return !socket.destroyed;
    };
    const letIn = Array.from({ length: 8 }, (_, index) => isLetIn(`${block}${index + 1}`));
    const isOneBlock = block.startsWith("2001");
    expect(letIn.filter(Boolean)).toHaveLength(isOneBlock ? LIMITS.mostFromOneAddress : 8);
    expect(isLetIn(elsewhere)).toBe(true);
  },
);

test("a stream of events does not hold up a stop", async () => {
  const stream = new Response(new ReadableStream(), {
    headers: { "content-type": "text/event-stream" },
  });
  site = await serveApp(STRANGER, { respondWithPage: async () => stream }, LIMITS);
  const visitor = await open();
  visitor.send(GET);
  await expect.poll(visitor.received, PATIENCE).toContain("text/event-stream");
  const began = performance.now();
  await site.stop(10_000);
  expect(performance.now() - began).toBeLessThan(5_000);
});
