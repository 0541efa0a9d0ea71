import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

type Upstream = { port: number; isHealthy: boolean; isTakenOut: boolean; underWay: number };

/** The results of requests since the last call. */
export type Tally = {
  responses: number;
  serverErrors: number;
  cut: number;
  /** How many of the responses and of the errors were for requests that only read. */
  read: number;
  readErrors: number;
};

const nothing = (): Tally => ({ responses: 0, serverErrors: 0, cut: 0, read: 0, readErrors: 0 });

const POLL_MS = 100;
const POLL_TIMEOUT_MS = 2_000;

/**
 * A load balancer with the default behaviour of nginx and HAProxy: it checks `/readyz`, tries the
 * next process if one refuses the connection, and repeats a request that only reads if its response
 * is cut.
 */
export async function startBalancer(ports: readonly number[]) {
  const upstreams = ports.map((port): Upstream => ({
    port,
    isHealthy: true,
    isTakenOut: false,
    underWay: 0,
  }));
  let turn = 0;
  let tally = nothing();
  const stopped = new AbortController();

  const check = async (upstream: Upstream) => {
    while (!stopped.signal.aborted) {
      upstream.isHealthy = await fetch(`http://127.0.0.1:${upstream.port}/readyz`, {
        signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
      })
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status === 200;
        })
        .catch(() => false);
      await pause(POLL_MS);
    }
  };
  const looking = upstreams.map(check);

  /** The healthy processes, beginning with the next in turn, then the others. */
  const order = () => {
    turn += 1;
    const inTurn = upstreams.map((_, index) => upstreams[(turn + index) % upstreams.length]!);
    const open = inTurn.filter(({ isTakenOut }) => !isTakenOut);
    return open.toSorted((one, other) => Number(other.isHealthy) - Number(one.isHealthy));
  };

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    const mayRepeat = incoming.method === "GET" || incoming.method === "HEAD";
    for (const upstream of order()) {
      const result = await send(upstream, incoming, body);
      if (result === "refused" || (result === "cut" && mayRepeat)) continue;
      if (result === "cut") break;
      const isError = result.status >= 500;
      tally[isError ? "serverErrors" : "responses"] += 1;
      if (mayRepeat) tally[isError ? "readErrors" : "read"] += 1;
      outgoing.writeHead(result.status, result.headers).end(result.body);
      return;
    }
    tally.cut += 1;
    outgoing.socket?.destroy();
  };

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.socket?.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends it no more requests, and waits for its outstanding responses. */
    async takeOut(port: number) {
      const upstream = upstreams.find((each) => each.port === port);
      if (!upstream) return;
      upstream.isTakenOut = true;
      while (upstream.underWay > 0) await pause(10);
    },
    /** Uses it again when it reports that it is ready. */
    async putBack(port: number) {
      const upstream = upstreams.find((each) => each.port === port);
      if (!upstream) return;
      upstream.isHealthy = false;
      while (!upstream.isHealthy) await pause(20);
      upstream.isTakenOut = false;
    },
    takeTally(): Tally {
      const taken = tally;
      tally = nothing();
      return taken;
    },
    async close() {
      stopped.abort();
      await Promise.all(looking);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type UpstreamResponse = { status: number; headers: string[]; body: Buffer };

/** `refused`: nothing listens on the port, so nothing was sent. */
async function send(
  upstream: Upstream,
  { method, url, rawHeaders }: IncomingMessage,
  body: Buffer,
): Promise<UpstreamResponse | "refused" | "cut"> {
  upstream.underWay += 1;
  try {
    const outgoing = request({
      host: "127.0.0.1",
      port: upstream.port,
      method,
      path: url,
      headers: rawHeaders,
      agent: false,
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    const { statusCode: status = 502, rawHeaders: headers } = response;
    return { status, headers, body: await buffer(response) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ECONNREFUSED" ? "refused" : "cut";
  } finally {
    upstream.underWay -= 1;
  }
}
