// Sends one kind of request on sixteen connections; each sends the next as soon as it has a
// response. It is a separate process on plain sockets, so that it takes little processor time, and
// that time is known. Started by workers.ts: node bench/workers/ask.ts KIND ORIGIN LISTING_ID
// WARM_UP_MS MEASURED_MS
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sellCarFields } from "../../e2e/program.fixture.ts";

const CONNECTIONS = 16;
const STEP_MS = 100;
/**
 * Each process compiles the code that it runs often. So this number of responses comes first,
 * unless that takes too long.
 */
const WARM_UP_RESPONSES = 300;
const LONGEST_WARM_UP_MS = 20_000;
const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

const [kind = "", origin = "", id = "", warmUpMs = "0", measuredMs = "0"] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
let turn = 0;
let responses = 0;
let refused = 0;

const get = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/html,*/*\r\nAccept-Encoding: br, gzip\r\n${more}\r\n`;

const REQUESTS: Record<string, () => string> = {
  shared: () => get(`/details/${id}`),
  // No page uses this cookie, but the site cannot know that.
  own: () => get(`/details/${id}`, "Cookie: look=1\r\n"),
  miss: () => get(`/cars?make=Honda&priceMax=${20_000 + (turn += 1)}`),
  // With a query it is read each time, not cached.
  json: () => get(`/singleListing/${id}?1`),
  post: () => {
    const email = `${randomUUID()}@example.com`;
    const body = new URLSearchParams(
      sellCarFields({ submissionId: randomUUID(), sellerEmail: email }),
    ).toString();
    // Rate limits count by address, so each request has another one: the site trusts a proxy on
    // this machine.
    const address = `10.${[1, 2, 3].map(() => 1 + Math.floor(Math.random() * 250)).join(".")}`;
    return [
      "POST /forms/sell-car HTTP/1.1",
      `Host: ${hostname}:${port}`,
      "Accept: application/json",
      `X-Forwarded-For: ${address}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  },
};

const compose = REQUESTS[kind];
if (!compose) throw new Error(`Nothing is called ${kind}.`);
const sockets = Array.from({ length: CONNECTIONS }, () => askAgainAndAgain(compose));
for (let waitedMs = 0; waitedMs < Number(warmUpMs) || isCold(waitedMs); waitedMs += STEP_MS)
  await pause(STEP_MS);
[responses, refused] = [0, 0];
const startedAt = performance.now();
const before = process.cpuUsage();
console.log("measures");
await pause(Number(measuredMs));
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - startedAt) / 1_000;
console.log(
  JSON.stringify({ answered: responses, refused, seconds, askerMs: (user + system) / 1_000 }),
);
for (const socket of sockets) socket.destroy();

function isCold(waitedMs: number): boolean {
  return responses < WARM_UP_RESPONSES && waitedMs < LONGEST_WARM_UP_MS;
}

function askAgainAndAgain(composeNext: () => string) {
  const socket = connect(Number(port), hostname);
  let received: Buffer = Buffer.alloc(0);
  const ask = () => socket.write(composeNext());
  socket.on("connect", ask);
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isWhole(received)) return;
    if (received.subarray(9, 10).toString() === "2") responses += 1;
    else refused += 1;
    received = Buffer.alloc(0);
    ask();
  });
  return socket;
}

/** A response has a length, or comes in chunks of which the last is empty (RFC 9112, 6). */
function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const head = received.subarray(0, headEnd).toString("latin1");
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined
    ? received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    : received.length >= headEnd + HEAD_END.length + Number(length);
}
