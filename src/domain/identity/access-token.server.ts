import { createSecretKey, type KeyObject } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { type LiveSession, findSessionById } from "./session.server.ts";

/** reference/security.md: valid for at most ten minutes, and only while its session is. */
const TOKEN_LIFE_SECONDS = 10 * 60;
const AUDIENCE = "rouvia-calls";
/**
 * The only algorithm and the only token type that we write and read; no other header is accepted.
 */
const HEADER = { alg: "HS256", typ: "JWT" };

/** The access token of SPEC.md §7: the user and the session, valid for our own calls only. */
export function issueAccessToken(session: LiveSession): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT({ sid: session.sessionId })
    .setProtectedHeader(HEADER)
    .setSubject(session.user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS)
    .sign(signing().key);
}

/**
 * The live session of a token; null if the token is forged, expired, or its user has signed out.
 */
export async function findSessionOfToken(token: string): Promise<LiveSession | null> {
  const claims = await readClaims(token);
  if (!claims) return null;
  const session = await findSessionById(claims.sid);
  return session?.user.id === claims.sub ? session : null;
}

type Claims = { sid: string; sub: string; exp: number };

/**
 * Most calls of a browser carry the same token as the call before, so each token is verified once.
 */
const MOST_KNOWN = 5_000;

async function readClaims(token: string): Promise<Claims | null> {
  const { key, verified } = signing();
  const known = verified.get(token);
  if (known) return known.exp * 1000 > now().getTime() ? known : null;
  try {
    const { payload } = await jwtVerify<Claims>(token, key, {
      algorithms: [HEADER.alg],
      typ: HEADER.typ,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "exp"],
      currentDate: now(),
    });
    verified.set(token, payload);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

type Signing = { of: ReturnType<typeof mac>; key: KeyObject; verified: LRUCache<string, Claims> };

let current: Signing | undefined;

/**
 * The signing key, derived from the vault's key, which never leaves the vault. A new vault key also
 * drops the cache of verified tokens.
 */
function signing(): Signing {
  const of = mac();
  if (current?.of !== of) {
    const secret = Buffer.from(of.hmac("access tokens", "signing key"), "base64url");
    current = { of, key: createSecretKey(secret), verified: new LRUCache({ max: MOST_KNOWN }) };
  }
  return current;
}
