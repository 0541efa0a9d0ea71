import { passkey } from "@better-auth/passkey";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import { db } from "#platform/database/database.server.ts";
import { site } from "#site/site.ts";
import { passkeyTable } from "./passkey/passkey.table.ts";
import { pendingStep } from "./pending-step.server.ts";
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
/** What better-auth calls the cookie that names the challenge of a passkey. */
const PASSKEY_COOKIE = "passkey-challenge";

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

function optionsFor(secret: string, protocol: Protocol) {
  const isHttps = protocol === "https";
  const prefix = isHttps ? "__Host-" : "";
  return {
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
        passkey: passkeyTable,
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
      // A page that needs a fresh proof asks for the password itself.
      freshAge: 0,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    plugins: [twoFactor({ twoFactorCookieMaxAge: SECOND_STEP_SECONDS }), sessionStart, pendingStep],
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
        [PASSKEY_COOKIE]: { name: `${prefix}passkey` },
      },
      defaultCookieAttributes: { httpOnly: true, secure: isHttps, sameSite: "lax", path: "/" },
    },
  } satisfies BetterAuthOptions;
}

function createAuth(secret: string, protocol: Protocol) {
  return betterAuth(optionsFor(secret, protocol));
}

/** A passkey belongs to one host, and speaks only to its origin (WebAuthn Level 3 §5.1.2). */
function createPasskeyAuth(secret: string, origin: string) {
  const options = optionsFor(secret, protocolOf(origin));
  const passkeys = passkey({
    rpID: new URL(origin).hostname,
    rpName: site.name,
    origin,
    // Found without an account's name and unlocked by its owner: two factors in one.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: ({ verification }) => {
        mustBeUnlocked(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        mustBeUnlocked(verification.authenticationInfo.userVerified);
      },
    },
    advanced: { webAuthnChallengeCookie: PASSKEY_COOKIE },
  });
  return betterAuth({ ...options, plugins: [...options.plugins, passkeys] });
}

/** The library only prefers that the authenticator asks for a finger or a PIN. */
function mustBeUnlocked(isUserVerified: boolean | undefined): void {
  if (!isUserVerified) throw new APIError("UNAUTHORIZED", { code: "NOT_UNLOCKED" });
}

export type Auth = ReturnType<typeof createAuth>;
export type PasskeyAuth = ReturnType<typeof createPasskeyAuth>;

type Identity = { auths: Record<Protocol, Auth>; secret: string; isDemoMode: boolean };

let current: Identity | undefined;

/** Boot: `secret` signs the session cookies. In demo mode the demo's staff need no second factor. */
export function startIdentity(secret: string, { isDemoMode = false } = {}): void {
  const auths = { http: createAuth(secret, "http"), https: createAuth(secret, "https") };
  current = { auths, secret, isDemoMode };
}

function started(): Identity {
  if (!current) throw new Error("Identity was used before boot.");
  return current;
}

/** Cookies over https carry the `__Host-` prefix and Secure, which plain http cannot. */
export function authFor(protocol: Protocol): Auth {
  return started().auths[protocol];
}

/** For the ceremonies of passkeys; `origin` as the visitor sees the site. */
export function passkeyAuthFor(origin: string): PasskeyAuth {
  return createPasskeyAuth(started().secret, origin);
}

export function isDemoMode(): boolean {
  return started().isDemoMode;
}

export function protocolOf(origin: string): Protocol {
  return origin.startsWith("https:") ? "https" : "http";
}
