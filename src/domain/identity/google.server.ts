import { createHash } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { httpCall } from "#platform/outgoing/http-call.server.ts";
import { makeToken } from "#platform/vault/token.server.ts";
import { type Locale, LOCALES } from "#values/locale.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { providerKeys } from "./google-keys.server.ts";
import { beginCeremony, endCeremony } from "./ceremony.server.ts";

/** OpenID Connect authorization code flow with PKCE, as Google documents it for web servers. */
const GOOGLE = {
  issuers: ["https://accounts.google.com", "accounts.google.com"],
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};
const TIMEOUT_MS = 3_000;

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  /** The origin of another OpenID provider to use instead of Google, for tests. */
  standIn?: string | undefined;
};

/** What the page to which the person comes back does next. */
export type GoogleTrip = {
  returnTo: string;
  isPopup: boolean;
  locale: Locale;
  /** The session whose account is to be tied to Google; null if somebody signs in. */
  tieFor: string | null;
};

const memo = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  trip: z.object({
    returnTo: z.string(),
    isPopup: z.boolean(),
    locale: z.enum(LOCALES),
    tieFor: z.string().nullable(),
  }),
});

export type GoogleProfile = {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
};

let settings: GoogleSettings | null = null;

/** Called at boot. Null if Google is not configured; then the button is absent. */
export function startGoogle(input: GoogleSettings | null): void {
  settings = input;
}

export function isGoogleConfigured(): boolean {
  return settings !== null;
}

/** The address to send the browser to, and the cookie that identifies it when it comes back. */
export async function leaveForGoogle(
  origin: string,
  trip: GoogleTrip,
): Promise<{ address: string; cookie: string }> {
  const { clientId } = configured();
  const { state, nonce, verifier } = {
    state: makeToken(),
    nonce: makeToken(),
    verifier: makeToken(),
  };
  const address = new URL(endpoints().authorize);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(origin),
    response_type: "code",
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    prompt: "select_account",
  }).toString();
  const cookie = await beginCeremony("google", origin, { state, nonce, verifier, trip });
  return { address: address.href, cookie };
}

/**
 * Who came back, and from which trip. `trip` is null if this browser did not leave for Google, or
 * already came back; `profile` is null if the code was used or forged, or if Google does not
 * respond.
 */
export async function comeBackFromGoogle(
  request: BrowserRequest,
  callback: { code: string | null; state: string | null },
): Promise<{ trip: GoogleTrip | null; profile: GoogleProfile | null }> {
  const left = await endCeremony("google", request, memo);
  if (!left) return { trip: null, profile: null };
  const { state, trip, ...proof } = left;
  const { code } = callback;
  if (code === null || callback.state !== state) return { trip, profile: null };
  return { trip, profile: await fetchProfile({ code, ...proof, origin: request.origin }) };
}

async function fetchProfile(input: {
  code: string;
  nonce: string;
  verifier: string;
  origin: string;
}): Promise<GoogleProfile | null> {
  const { clientId, clientSecret } = configured();
  const response = await httpCall({
    url: new URL(endpoints().token),
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: input.code,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri(input.origin),
      code_verifier: input.verifier,
    }).toString(),
    timeoutMs: TIMEOUT_MS,
  });
  if (!response.ok || response.status !== 200) return null;
  const claims = await readIdToken(response.text);
  if (claims?.nonce !== input.nonce) return null;
  return {
    subject: claims.sub,
    email: claims.email.toLowerCase(),
    isEmailVerified: claims.email_verified,
    name: claims.name,
  };
}

const idTokenClaims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.email().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().default(""),
});

/**
 * The claims of an ID token; null unless the provider signed it, it is for us, and it has not
 * expired (OpenID Connect Core 1.0 §3.1.3.7). Google signs with RS256, which every provider must
 * support.
 */
async function readIdToken(text: string): Promise<z.infer<typeof idTokenClaims> | null> {
  const { issuers, keys } = endpoints();
  try {
    const { id_token: token } = z.object({ id_token: z.string() }).parse(JSON.parse(text));
    const { payload } = await jwtVerify(token, providerKeys(keys), {
      algorithms: ["RS256"],
      issuer: issuers,
      audience: configured().clientId,
      currentDate: now(),
      requiredClaims: ["exp"],
    });
    return idTokenClaims.parse(payload);
  } catch {
    return null;
  }
}

/** The same address in both languages, because it is registered with Google. */
function redirectUri(origin: string): string {
  return origin + paths.googleBack();
}

function configured(): GoogleSettings {
  if (!settings) throw new Error("Google was asked for without being configured.");
  return settings;
}

function endpoints(): typeof GOOGLE {
  const { standIn } = configured();
  if (!standIn) return GOOGLE;
  return {
    issuers: [standIn],
    authorize: `${standIn}/authorize`,
    token: `${standIn}/token`,
    keys: `${standIn}/keys`,
  };
}
