import { now } from "#platform/clock/clock.server.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { type LiveSession, findSessionById } from "./session.server.ts";

/** reference/security.md: at most ten minutes, and useless once its session has ended. */
const TOKEN_LIFE_SECONDS = 10 * 60;
const AUDIENCE = "rouvia-calls";
/** RFC 7515 HS256 is HMAC-SHA-256, which the vault's key for this purpose makes. */
const KEY_PURPOSE = "access tokens";
/** The only header that we write, and the only one that we read: no other algorithm gets a say. */
const HEADER = encode({ alg: "HS256", typ: "JWT" });

type Claims = { sub: string; sid: string; aud: string; iat: number; exp: number };

/** The token of SPEC.md §7: who, in which session, for our own calls only. */
export function issueAccessToken(session: LiveSession): string {
  const iat = Math.floor(now().getTime() / 1000);
  const claims: Claims = {
    sub: session.user.id,
    sid: session.sessionId,
    aud: AUDIENCE,
    iat,
    exp: iat + TOKEN_LIFE_SECONDS,
  };
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${mac().hmac(KEY_PURPOSE, signed)}`;
}

/** The live session that a token speaks for, or null: forged, run out, or signed out since. */
export async function findSessionOfToken(token: string): Promise<LiveSession | null> {
  const [header, payload, signature, ...rest] = token.split(".");
  if (header !== HEADER || !payload || !signature || rest.length > 0) return null;
  if (!mac().hmacMatches(KEY_PURPOSE, `${header}.${payload}`, signature)) return null;
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims;
  if (claims.aud !== AUDIENCE || claims.exp * 1000 <= now().getTime()) return null;
  const session = await findSessionById(claims.sid);
  return session?.user.id === claims.sub ? session : null;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
