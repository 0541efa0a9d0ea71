import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { httpCall } from "#platform/outgoing/http-call.server.ts";

/** OpenID Connect authorization code flow with PKCE, as Google documents it for web servers. */
const GOOGLE = {
  issuers: ["https://accounts.google.com", "accounts.google.com"],
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
};
const TIMEOUT_MS = 3_000;

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  /** The origin of another OpenID provider in Google's place, for tests. */
  standIn?: string | undefined;
};

/** What must be remembered between leaving for Google and coming back; kept in a cookie. */
export type GoogleTrip = { state: string; nonce: string; verifier: string };

export type GoogleProfile = {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
};

let settings: GoogleSettings | null = null;

/** Boot: null where Google is not configured, and the button is absent. */
export function startGoogle(given: GoogleSettings | null): void {
  settings = given;
}

export function isGoogleConfigured(): boolean {
  return settings !== null;
}

/** Where to send the browser, and what to remember until it comes back. */
export function leaveForGoogle(redirectUri: string): { address: string; trip: GoogleTrip } {
  const { clientId } = configured();
  const trip = { state: secret(), nonce: secret(), verifier: secret() };
  const address = new URL(endpoints().authorize);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: trip.state,
    nonce: trip.nonce,
    code_challenge: createHash("sha256").update(trip.verifier).digest("base64url"),
    code_challenge_method: "S256",
    prompt: "select_account",
  }).toString();
  return { address: address.href, trip };
}

/** Who came back, or null: the code is spent, forged, or Google does not answer. */
export async function profileFromGoogle(
  code: string,
  trip: GoogleTrip,
  redirectUri: string,
): Promise<GoogleProfile | null> {
  const { clientId, clientSecret } = configured();
  const answer = await httpCall({
    url: new URL(endpoints().token),
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      code_verifier: trip.verifier,
    }).toString(),
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok || answer.status !== 200) return null;
  const claims = readIdToken(answer.text);
  const isOurs =
    claims &&
    endpoints().issuers.includes(claims.iss) &&
    claims.aud === clientId &&
    claims.nonce === trip.nonce &&
    claims.exp * 1000 > now().getTime();
  if (!isOurs) return null;
  return {
    subject: claims.sub,
    email: claims.email.toLowerCase(),
    isEmailVerified: claims.email_verified,
    name: claims.name,
  };
}

const idTokenClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  nonce: z.string(),
  email: z.email().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().default(""),
});

/**
 * The claims of the ID token. It came from the token endpoint itself over TLS, which stands for its
 * signature (OpenID Connect Core 1.0 §3.1.3.7, point 6).
 */
function readIdToken(text: string): z.infer<typeof idTokenClaims> | null {
  try {
    const { id_token: token } = z.object({ id_token: z.string() }).parse(JSON.parse(text));
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return idTokenClaims.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

function configured(): GoogleSettings {
  if (!settings) throw new Error("Google was asked for without being configured.");
  return settings;
}

function endpoints(): typeof GOOGLE {
  const { standIn } = configured();
  if (!standIn) return GOOGLE;
  return { issuers: [standIn], authorize: `${standIn}/authorize`, token: `${standIn}/token` };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
