import type { MiddlewareHandler } from "hono";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { findSessionOfToken } from "#domain/identity/access-token.server.ts";

/** What the handlers behind `bearerUser` find: the visitor of the request, and whom its token names. */
export type CallEnv = { Variables: { visitor: Visitor; caller: SignedInUser | null } };

/** What they find behind `signedInCaller`. */
export type SignedInCallEnv = { Variables: { visitor: Visitor; caller: SignedInUser } };

/**
 * Reads `Authorization: Bearer …` (SPEC.md §7). A dead or forged token is answered with 401; a call
 * without one goes on as a visitor's. Nothing else, no cookie and no `?email=`, says who calls.
 */
export const bearerUser: MiddlewareHandler<CallEnv> = async (context, next) => {
  const header = context.req.header("authorization");
  const token = /^Bearer ([\w.-]+)$/i.exec(header ?? "")?.[1];
  const session = token ? await findSessionOfToken(token) : null;
  if (header !== undefined && !session) return context.json({ error: "not_signed_in" }, 401);
  context.set("caller", session?.user ?? null);
  context.header("cache-control", "no-store");
  await next();
};

/** After `bearerUser`: 401 for a visitor. */
export const signedInCaller: MiddlewareHandler<CallEnv> = async (context, next) => {
  if (!context.get("caller")) return context.json({ error: "not_signed_in" }, 401);
  await next();
};
