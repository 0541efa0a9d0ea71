import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { SignJWT } from "jose";
import * as z from "zod/mini";
import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { type LiveSession, findSessionById } from "./session.server.ts";

/** reference/security.md: at most ten minutes, and useless once its session has ended. */
const TOKEN_LIFE_SECONDS = 10 * 60;
const AUDIENCE = "rouvia-calls";
/** The only algorithm and the only kind of token that we write and read: nothing else gets a say. */
const HEADER = { alg: "HS256", typ: "JWT" };
const ENCODED_HEADER = Buffer.from(JSON.stringify(HEADER)).toString("base64url");

/** The token of SPEC.md §7: who, in which session, for our own calls only. */
export function issueAccessToken(session: LiveSession): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT({ sid: session.sessionId })
    .setProtectedHeader(HEADER)
    .setSubject(session.user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS)
    .sign(signingKey());
}

/** The live session that a token speaks for, or null: forged, run out, or signed out since. */
export async function findSessionOfToken(token: string): Promise<LiveSession | null> {
  const claims = readClaims(token);
  if (!claims) return null;
  const session = await findSessionById(claims.sid);
  return session?.user.id === claims.sub ? session : null;
}

const claimsSchema = z.object({
  sid: z.string(),
  sub: z.string(),
  aud: z.literal(AUDIENCE),
  exp: z.number(),
});

/**
 * Reads a token of ours (RFC 7519 §7.2; HMAC with SHA-256, RFC 7518 §3.2). Its header is compared and
 * not read: what says anything else, in whatever way, is none. Done here, because `jose` hands every
 * signature to another thread, which took a sixth of a call's time.
 */
function readClaims(token: string): z.infer<typeof claimsSchema> | null {
  const [header = "", content = "", signature = "", ...more] = token.split(".");
  if (header !== ENCODED_HEADER || more.length > 0) return null;
  const signed = createHmac("sha256", signingKey()).update(`${header}.${content}`);
  const expected = Buffer.from(signed.digest("base64url"));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(content, "base64url").toString()));
  return claims.success && claims.data.exp * 1000 > now().getTime() ? claims.data : null;
}

let key: { of: ReturnType<typeof mac>; secret: KeyObject } | undefined;

/** Derived from the vault's key, which never leaves the vault. */
function signingKey(): KeyObject {
  const of = mac();
  if (key?.of !== of) {
    const secret = Buffer.from(of.hmac("access tokens", "signing key"), "base64url");
    key = { of, secret: createSecretKey(secret) };
  }
  return key.secret;
}
