import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { type Visitor, visitorContext } from "./visitor.server.ts";

/** A new IP address. No rate limit has counted it, or any address near it. */
export function newAddress(): string {
  const group = () => randomUUID().slice(0, 4);
  return `2001:${group()}:${group()}:1::1`;
}

/** The context of a loader's or action's request, as the server sets it. */
export function makeContext(visitor: Partial<Visitor>): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(visitorContext, {
    visitorHash: "0".repeat(64),
    locale: "en",
    ipAddress: "192.0.2.1",
    origin: "http://site.test",
    nonce: "nonce",
    theme: "system",
    user: null,
    sessionId: null,
    ...visitor,
  });
  return context;
}
