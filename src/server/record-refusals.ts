import type { MiddlewareHandler } from "hono";
import type { AuditAction } from "#domain/audit/audit.ts";
import { recordRefusal } from "#domain/audit/record-audit.server.ts";
import type { ServerEnv } from "./visitor.ts";

const ACTIONS: ReadonlyMap<number, AuditAction> = new Map([
  [401, "sign_in_asked"],
  [403, "access_refused"],
  [429, "rate_limited"],
]);

/** Every refusal of a page, a form or a call passes here. */
export const recordRefusals: MiddlewareHandler<ServerEnv> = async (context, next) => {
  await next();
  const { status } = context.res;
  const action = ACTIONS.get(status);
  if (!action) return;
  await recordRefusal({
    action,
    on: { kind: "page", id: formatPage(context.req.path) },
    outcome: "refused",
  });
};

/**
 * The part of an address that names the page, such as `/staff/leads`. What follows may be personal:
 * a reference, a token, a name.
 */
export function formatPage(path: string): string {
  const [, page = ""] =
    /^(?:\/fr)?((?:\/[a-zA-Z][a-zA-Z-]{0,24}){0,2})(?:\.data)?(?=\/|$)/.exec(path) ?? [];
  return page || "/";
}
