import { randomBytes } from "node:crypto";
import { betterAuth, type BetterAuthOptions, type GenericEndpointContext } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { expireCookie, setSessionCookie } from "better-auth/cookies";
import { symmetricEncrypt } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { site } from "#site/site.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import {
  accountTable,
  sessionTable,
  twoFactorTable,
  userTable,
  verificationTable,
} from "./identity.table.ts";

const MEMBER_SESSION_SECONDS = COOKIE_SECONDS.session;
/** How long a sign-in with a right password waits for its second factor. */
const SECOND_STEP_SECONDS = COOKIE_SECONDS["second-step"];
/** The name under which the two-factor plugin looks up its cookie. */
const SECOND_STEP_COOKIE = "two_factor";

/** The part of a browser's request that sessions and their cookies need. */
export type BrowserRequest = {
  headers: Headers;
  /** The scheme and host of the site as the visitor sees them. */
  origin: string;
};

/** Signs in a person whom we identified in another way: by a link in an e-mail, or by Google. */
const sessionStart = {
  id: "session-start",
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error("A session was started for nobody.");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ sessionId: session.id });
      },
    ),
  },
};

async function pendingIdentifier(ctx: GenericEndpointContext): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie(SECOND_STEP_COOKIE);
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || null;
}

/**
 * The sign-in whose right password waits for its second factor, for the factors that the two-factor
 * plugin does not support.
 */
const pendingStep = {
  id: "pending-step",
  endpoints: {
    readPendingStep: createAuthEndpoint.serverOnly({ method: "GET" }, async (ctx) => {
      const identifier = await pendingIdentifier(ctx);
      const found = identifier
        ? await ctx.context.internalAdapter.findVerificationValue(identifier)
        : null;
      const isAlive = found !== null && found.expiresAt > now();
      return ctx.json({ userId: isAlive ? found.value : null });
    }),
    /**
     * Does what the two-factor plugin does after a right password, for a person who proved their
     * identity otherwise.
     */
    beginPendingStep: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter, secret } = ctx.context;
        const identifier = `2fa-${randomBytes(20).toString("base64url")}`;
        const expiresAt = new Date(now().getTime() + SECOND_STEP_SECONDS * 1000);
        await internalAdapter.createVerificationValue({
          identifier,
          value: ctx.body.userId,
          expiresAt,
        });
        await internalAdapter.createVerificationValue({
          identifier: `2fa-attempts-${identifier}`,
          value: "0",
          expiresAt,
        });
        const cookie = ctx.context.createAuthCookie(SECOND_STEP_COOKIE, {
          maxAge: SECOND_STEP_SECONDS,
        });
        await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
        return ctx.json({ ok: true });
      },
    ),
    /** If several tries run at once, one gets the person; the others get null. */
    endPendingStep: createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => {
      const identifier = await pendingIdentifier(ctx);
      const ended = identifier
        ? await ctx.context.internalAdapter.consumeVerificationValue(identifier)
        : null;
      expireCookie(ctx, ctx.context.createAuthCookie(SECOND_STEP_COOKIE));
      return ctx.json({ userId: ended?.value ?? null });
    }),
  },
};

function createAuth(secret: string, { isSecure }: { isSecure: boolean }) {
  const prefix = isSecure ? "__Host-" : "";
  return betterAuth({
    appName: site.name,
    secret,
    basePath: "/api/auth",
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: {
        user: userTable,
        session: sessionTable,
        account: accountTable,
        verification: verificationTable,
        twoFactor: twoFactorTable,
      },
    }),
    // Sign-in only: accounts, links and passwords are created by the other files of this folder.
    emailAndPassword: { enabled: true, disableSignUp: true, requireEmailVerification: true },
    user: {
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "buyer" },
        phone: { type: "string", required: false, input: false },
        locale: { type: "string", input: false, defaultValue: "en" },
        isDemo: { type: "boolean", input: false, defaultValue: false },
      },
    },
    session: {
      expiresIn: MEMBER_SESSION_SECONDS,
      // A page that needs a fresh proof asks for the password itself.
      freshAge: 0,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
        allowPasswordless: true,
        // With the plugin's lockout, anybody with the password could lock the owner out by ten
        // wrong codes. second-step-tries.server.ts limits them instead.
        accountLockout: { enabled: false },
      }),
      sessionStart,
      pendingStep,
    ],
    // Our own limits count by account (rate-limits.server.ts); people in an office share one IP
    // address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      // Our server's own origin check has already run, and it knows the public host behind a proxy.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookies: {
        session_token: { name: `${prefix}${"session" satisfies CookieName}` },
        [SECOND_STEP_COOKIE]: { name: `${prefix}${"second-step" satisfies CookieName}` },
      },
      defaultCookieAttributes: { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" },
    },
  } satisfies BetterAuthOptions);
}

type Auth = ReturnType<typeof createAuth>;

let current: { http: Auth; https: Auth; isDemoMode: boolean } | undefined;

/**
 * Called at boot: `secret` signs the session cookies. In demo mode the demo's staff need no second
 * factor.
 */
export function startIdentity(secret: string, { isDemoMode = false } = {}): void {
  current = {
    http: createAuth(secret, { isSecure: false }),
    https: createAuth(secret, { isSecure: true }),
    isDemoMode,
  };
}

function started() {
  if (!current) throw new Error("Identity was used before boot.");
  return current;
}

/** The library as set up for this origin: cookies have `__Host-` and Secure on https only. */
export function authFor(origin: string): Auth {
  return isHttps(origin) ? started().https : started().http;
}

/**
 * Encrypts what the two-factor plugin reads, as the plugin does: a secret, or recovery codes as
 * JSON.
 */
export async function sealForFactor(data: string): Promise<string> {
  const { secretConfig } = await started().http.$context;
  return symmetricEncrypt({ key: secretConfig, data });
}

export function isDemoMode(): boolean {
  return started().isDemoMode;
}

export function isHttps(origin: string): boolean {
  return origin.startsWith("https:");
}
