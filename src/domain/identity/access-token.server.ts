import { errors, jwtVerify, SignJWT } from "jose";
import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { type LiveSession, findSessionById } from "./session.server.ts";

/** reference/security.md: at most ten minutes, and useless once its session has ended. */
const TOKEN_LIFE_SECONDS = 10 * 60;
const AUDIENCE = "rouvia-calls";
/** The only algorithm and the only kind of token that we write and read: nothing else gets a say. */
const HEADER = { alg: "HS256", typ: "JWT" };

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
  const claims = await readClaims(token);
  if (!claims) return null;
  const session = await findSessionById(claims.sid);
  return session?.user.id === claims.sub ? session : null;
}

async function readClaims(token: string): Promise<{ sid: string; sub: string } | null> {
  try {
    const { payload } = await jwtVerify<{ sid: string; sub: string }>(token, signingKey(), {
      algorithms: [HEADER.alg],
      typ: HEADER.typ,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "exp"],
      currentDate: now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Derived from the vault's key, which never leaves the vault. */
function signingKey(): Uint8Array {
  return Buffer.from(mac().hmac("access tokens", "signing key"), "base64url");
}
