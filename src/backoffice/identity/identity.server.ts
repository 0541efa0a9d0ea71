import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import { db } from "#platform/database/database.server.ts";
import { site } from "../../site.ts";
import {
  accountTable,
  sessionTable,
  twoFactorTable,
  userTable,
  verificationTable,
} from "./identity.table.ts";

const MEMBER_SESSION_SECONDS = 30 * 24 * 60 * 60;
/** How long a right password waits for its second factor. */
const SECOND_STEP_SECONDS = 5 * 60;

export type Protocol = "http" | "https";

/** Signs in a person whom we know by other means: a link in their mail, Google. */
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

function createAuth(secret: string, protocol: Protocol) {
  const isHttps = protocol === "https";
  const prefix = isHttps ? "__Host-" : "";
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
    // Sign-in only: accounts, links and passwords are made by this room's own files.
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
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    plugins: [twoFactor({ twoFactorCookieMaxAge: SECOND_STEP_SECONDS }), sessionStart],
    // Our own limits count by account (sign-in.server.ts); an office shares one address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      // The server's own origin check has run, and knows the public host behind a proxy.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookies: {
        session_token: { name: `${prefix}session` },
        two_factor: { name: `${prefix}second-step` },
      },
      defaultCookieAttributes: { httpOnly: true, secure: isHttps, sameSite: "lax", path: "/" },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

type Identity = { auths: Record<Protocol, Auth>; isDemoMode: boolean };

let current: Identity | undefined;

/** Boot: `secret` signs the session cookies. In demo mode the demo's staff need no second factor. */
export function startIdentity(secret: string, { isDemoMode = false } = {}): void {
  const auths = { http: createAuth(secret, "http"), https: createAuth(secret, "https") };
  current = { auths, isDemoMode };
}

function started(): Identity {
  if (!current) throw new Error("Identity was used before boot.");
  return current;
}

/** Cookies over https carry the `__Host-` prefix and Secure, which plain http cannot. */
export function authFor(protocol: Protocol): Auth {
  return started().auths[protocol];
}

export function isDemoMode(): boolean {
  return started().isDemoMode;
}

export function protocolOf(origin: string): Protocol {
  return origin.startsWith("https:") ? "https" : "http";
}
