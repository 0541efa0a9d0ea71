import type { Context } from "hono";
import type { CallEnv } from "./bearer-user.server.ts";
import { may, type Permission } from "#domain/identity/permission.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

type CallContext = Context<CallEnv>;

/** Who calls: the token's person, else the session's. No e-mail in an address or a body counts. */
export function callerOf(context: CallContext): SignedInUser | null {
  return context.get("caller") ?? context.get("visitor").user;
}

/** The caller where they are signed in and may do it; else the refusal to answer with. */
export function permittedCaller(
  context: CallContext,
  permission: Permission,
): { user: SignedInUser } | { refusal: Response } {
  const user = callerOf(context);
  if (!user) return { refusal: context.json({ error: "not_signed_in" }, 401) };
  if (!may(user, permission)) return { refusal: context.json({ error: "not_permitted" }, 403) };
  return { user };
}

/** An e-mail in the address asks about that person; another's answers as if nothing were there. */
export function asksAboutSelf(context: CallContext, user: SignedInUser): boolean {
  const email = context.req.query("email")?.trim().toLowerCase();
  return email === undefined || email === user.email.toLowerCase();
}

export function tooMany(context: CallContext, code: string, retryAfterSeconds: number): Response {
  context.header("retry-after", String(retryAfterSeconds));
  return context.json({ error: code }, 429);
}

/** The body as an object; empty where it is none, so that each missing field gets its own refusal. */
export async function jsonBody(context: CallContext): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => null);
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

/** A field as text: a number is the text of it, anything else is as if it were not there. */
export function textField(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
