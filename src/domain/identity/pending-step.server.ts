import type { GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { expireCookie } from "better-auth/cookies";

/** The name under which the two-factor plugin asks for its cookie. */
const COOKIE = "two_factor";

async function identifierOf(ctx: GenericEndpointContext): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie(COOKIE);
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || null;
}

/** Whose right password waits for its second factor, for factors that the two-factor plugin has not. */
export const pendingStep = {
  id: "pending-step",
  endpoints: {
    readPendingStep: createAuthEndpoint.serverOnly({ method: "GET" }, async (ctx) => {
      const identifier = await identifierOf(ctx);
      const found = identifier
        ? await ctx.context.internalAdapter.findVerificationValue(identifier)
        : null;
      const isAlive = found !== null && found.expiresAt > new Date();
      return ctx.json({ userId: isAlive ? found.value : null });
    }),
    /** Of any number of tries at once, one gets the person; the others get null. */
    endPendingStep: createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => {
      const identifier = await identifierOf(ctx);
      const ended = identifier
        ? await ctx.context.internalAdapter.consumeVerificationValue(identifier)
        : null;
      expireCookie(ctx, ctx.context.createAuthCookie(COOKIE));
      return ctx.json({ userId: ended?.value ?? null });
    }),
  },
};
