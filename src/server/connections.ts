import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { isStockImportPath } from "#domain/stock-feed/stock-import-path.ts";
import { isListingPhotosPath } from "#pages/photos/photo-limits.ts";
import { blockOfAddress } from "#platform/limit/address-block.server.ts";
import type { ProxyTrust } from "#platform/request/proxy-trust.ts";
import { FIRST_HEADERS } from "./security-headers.ts";

/** Time limits for a client, in milliseconds, and other limits of its connections. */
export type ConnectionLimits = {
  headersMs: number;
  requestMs: number;
  /** Photos are uploaded over mobile connections: this many bytes a second are enough. */
  photoBytesPerSecond: number;
  /** The most connections from one address that is not our proxy. */
  mostFromOneAddress: number;
};

const LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 60_000,
  photoBytesPerSecond: 20_000,
  mostFromOneAddress: 100,
};

/** Options for Node's server, which ends a connection whose headers take too long. */
export function serverOptions({ headersMs } = LIMITS): ServerOptions {
  return {
    headersTimeout: headersMs,
    // Bodies have time limits below, by the kind of request.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
  };
}

export type Connections = {
  /**
   * Accepts no more requests, waits for the responses under way, at most `timeoutMs`, and closes
   * what is left. Every response meanwhile says that its connection closes after it.
   */
  close(timeoutMs: number): Promise<void>;
};

/**
 * Limits what one client may hold of a server, and lets the server stop without cutting off a
 * response.
 */
export function guardConnections(
  server: Server,
  isTrustedProxy: ProxyTrust,
  limits: ConnectionLimits = LIMITS,
): Connections {
  const fromAddress = new Map<string, number>();
  const underWay = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isClosing = false;

  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const peer = socket.remoteAddress ?? "";
    if (isTrustedProxy(peer)) return;
    // An IPv4 address on an IPv6 socket counts as the IPv4 address.
    const address = blockOfAddress(peer.replace(/^::ffff:(?=\d+\.)/i, ""));
    const count = (fromAddress.get(address) ?? 0) + 1;
    if (count > limits.mostFromOneAddress) {
      socket.destroy();
      return;
    }
    fromAddress.set(address, count);
    socket.once("close", () => {
      const left = (fromAddress.get(address) ?? 1) - 1;
      if (left > 0) fromAddress.set(address, left);
      else fromAddress.delete(address);
    });
  });

  server.prependListener("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    underWay.add(outgoing);
    if (isClosing) outgoing.shouldKeepAlive = false;
    outgoing.once("close", () => underWay.delete(outgoing));
    if (!hasBody(incoming)) return;
    const timer = setTimeout(
      () => {
        if (!incoming.complete) incoming.socket.destroy();
      },
      allowedMs(incoming, limits),
    );
    timer.unref();
    incoming.once("end", () => clearTimeout(timer));
    outgoing.once("close", () => clearTimeout(timer));
  });

  // A request that Node cannot parse reaches no handler: it gets Node's own status, with the
  // headers of every response.
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const isAnswered = [...underWay].some((each) => each.socket === socket && each.headersSent);
    if (!socket.writable || isAnswered || code === "ECONNRESET") socket.destroy();
    else socket.end(writeRefusal(UNREADABLE.get(code) ?? 400));
  });

  return {
    async close(timeoutMs) {
      isClosing = true;
      for (const outgoing of underWay) {
        outgoing.shouldKeepAlive = false;
        // A stream of events ends with its reader: their browser connects to whoever serves next.
        if (isEventStream(outgoing)) outgoing.destroy();
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const busy = new Set([...underWay].map(({ socket }) => socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function isEventStream(outgoing: ServerResponse): boolean {
  return String(outgoing.getHeader("content-type")).startsWith("text/event-stream");
}

/**
 * The statuses that Node chooses (lib/_http_server.js, socketOnError); every other error is 400.
 */
const UNREADABLE: ReadonlyMap<string | undefined, number> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["HPE_HEADER_OVERFLOW", 431],
]);

function writeRefusal(status: number): string {
  const lines = FIRST_HEADERS.map(([name, value]) => `${name}: ${value}`);
  const begin = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, "connection: close"];
  return [...begin, ...lines, "", ""].join("\r\n");
}

/** Whether a request has a body that may still be arriving after its headers (RFC 9112 §6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function allowedMs({ url, headers }: IncomingMessage, limits: ConnectionLimits): number {
  const { requestMs, photoBytesPerSecond } = limits;
  const path = (url ?? "").split("?")[0] ?? "";
  const takesFiles =
    isListingPhotosPath(path) || isStockImportPath(path) || /photos?(\.data)?$/.test(path);
  const bytes = Number(headers["content-length"] ?? 0);
  if (!takesFiles || !(bytes > 0)) return requestMs;
  return requestMs + (bytes / photoBytesPerSecond) * 1_000;
}
