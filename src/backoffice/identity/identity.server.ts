import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { eq } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isLocale } from "#vocabulary/locale.ts";
import { isRole } from "#vocabulary/role.ts";
import { accountTable, sessionTable, userTable, verificationTable } from "./identity.table.ts";

/** reference/security.md "Accounts": staff sessions end after 15 idle minutes, and after 12 hours. */
const STAFF_IDLE_MS = 15 * 60_000;
const STAFF_WHOLE_MS = 12 * 60 * 60_000;
/** How stale "last seen" may get before it is written again: one write a minute, not one a request. */
const SESSION_TOUCH_MS = 60_000;
const MEMBER_SESSION_SECONDS = 30 * 24 * 60 * 60;
export const PASSWORD_MIN_LENGTH = 15;

export type Protocol = "http" | "https";

function createAuth(secret: string, protocol: Protocol) {
  const isHttps = protocol === "https";
  return betterAuth({
    secret,
    basePath: "/api/auth",
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: {
        user: userTable,
        session: sessionTable,
        account: accountTable,
        verification: verificationTable,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      requireEmailVerification: true,
    },
    account: { accountLinking: { disableImplicitLinking: true } },
    user: {
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "buyer" },
        phone: { type: "string", required: false, input: false },
        locale: { type: "string", input: false, defaultValue: "en" },
      },
    },
    session: { expiresIn: MEMBER_SESSION_SECONDS },
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
      cookies: { session_token: { name: isHttps ? "__Host-session" : "session" } },
      defaultCookieAttributes: { httpOnly: true, secure: isHttps, sameSite: "lax", path: "/" },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;

let auths: Record<Protocol, Auth> | undefined;

/** Boot: `secret` signs the session cookies. */
export function startIdentity(secret: string): void {
  auths = { http: createAuth(secret, "http"), https: createAuth(secret, "https") };
}

/** Cookies over https carry the `__Host-` prefix and Secure, which plain http cannot. */
export function authFor(protocol: Protocol): Auth {
  if (!auths) throw new Error("Identity was used before boot.");
  return auths[protocol];
}

/** The signed-in person of a request, or null. A staff session that idled or grew old is ended. */
export async function userOfRequest(
  headers: Headers,
  protocol: Protocol,
  at: Date,
): Promise<SignedInUser | null> {
  // The refresh is ours, below: the library's would make an idle session look busy before we look.
  const found = await authFor(protocol).api.getSession({
    headers,
    query: { disableRefresh: true },
  });
  if (!found) return null;
  const { user, session } = found;
  if (!isRole(user.role)) return null;
  const isStaff = user.role === "staff" || user.role === "admin";
  const idleMs = at.getTime() - new Date(session.updatedAt).getTime();
  const wholeMs = at.getTime() - new Date(session.createdAt).getTime();
  if (isStaff && (idleMs > STAFF_IDLE_MS || wholeMs > STAFF_WHOLE_MS)) {
    await db().delete(sessionTable).where(eq(sessionTable.id, session.id));
    return null;
  }
  if (idleMs > SESSION_TOUCH_MS) {
    await db().update(sessionTable).set({ updatedAt: at }).where(eq(sessionTable.id, session.id));
  }
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    phone: user.phone ?? null,
    locale: isLocale(user.locale) ? user.locale : "en",
  };
}
