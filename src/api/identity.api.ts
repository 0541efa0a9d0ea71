import { Hono } from "hono";
import { z } from "zod";
import { routePath } from "./call-contract.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import { issueAccessToken } from "#domain/identity/access-token.server.ts";
import { bearerUser, type CallEnv } from "./bearer-user.server.ts";
import { currentUser, jwt } from "./identity-calls.api.ts";

/** A page asks once in ten minutes; a person with many tabs open, more often. */
const TOKENS_BY_ACCOUNT: RateLimit = { name: "access tokens", most: 60, windowMs: 60_000 };

const tokenRequest = z.object({ email: z.string().max(254) });

/** The two calls of SPEC.md §7 that are about who one is. */
export const identityApi = new Hono<CallEnv>()
  .post(routePath(jwt), async (context) => {
    context.header("cache-control", "no-store");
    const { user, sessionId } = context.get("visitor");
    const body = tokenRequest.safeParse(await context.req.json().catch(() => null));
    const isOwn = body.success && user?.email === body.data.email.trim().toLowerCase();
    if (!user || !sessionId || !isOwn) return context.json({ error: "not_signed_in" }, 401);
    const limit = countAgainst(TOKENS_BY_ACCOUNT, user.id);
    if (!limit.ok) {
      context.header("retry-after", String(limit.retryAfterSeconds));
      return context.json({ error: "too_many" }, 429);
    }
    return context.json({ token: issueAccessToken({ user, sessionId }) });
  })
  .get(routePath(currentUser), bearerUser, (context) => {
    const caller = context.get("caller");
    if (!caller) return context.json({ error: "not_signed_in" }, 401);
    const asked = context.req.query("email")?.trim().toLowerCase();
    // Another person's address answers as an unknown one does.
    if (asked !== caller.email) return context.json(null);
    const { id, email, name, photo } = caller;
    return context.json({ _id: id, email, name, photo: photo ?? null });
  });
