import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { text } from "node:stream/consumers";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";

/** Claims about a person, in addition to the provider's own (`sub` and `email` are required). */
type ProviderClaims = Record<string, unknown>;

export const GOOGLE_CLIENT = { clientId: "our-client", clientSecret: "our-secret" };

/** A text by which tests find the provider's token wherever it was sent. */
export const GOOGLE_ACCESS_TOKEN = "access-token-of-google";

type SigningKey = { id: string; publicKey: KeyObject; privateKey: KeyObject };

function makeKey(): SigningKey {
  return { id: randomUUID(), ...generateKeyPairSync("rsa", { modulusLength: 2048 }) };
}

/**
 * A local OpenID provider, as strict as RFC 6749 §4.1.3 and PKCE (RFC 7636 §4.6): it approves at
 * once at /authorize, and exchanges each code once, only for the client that requested it.
 */
export async function startGoogleProvider() {
  const codes = new Map<string, URLSearchParams>();
  const provider = {
    claims: {} as ProviderClaims,
    giveCode,
    /** From now on it signs with another key, which it publishes. */
    changeKey: () => (key = makeKey()),
    /** Changes the tokens, as an attacker would forge them. */
    forge: (token: string) => token,
    lastToken: "",
  };
  let key = makeKey();

  /** The code that the browser brings back after `asked`, the query of /authorize. */
  function giveCode(requested: URLSearchParams): string {
    const code = `code-${codes.size}-${requested.get("state")}`;
    codes.set(code, requested);
    return code;
  }

  const peer = await startHttpPeer(async (request, response) => {
    const url = new URL(request.url ?? "/", peer.baseUrl);
    if (url.pathname === "/authorize") {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", giveCode(url.searchParams));
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (url.pathname === "/keys") {
      const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.id, use: "sig" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: [jwk] }));
      return;
    }
    const form = new URLSearchParams(await text(request));
    const requested = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const isGood =
      url.pathname === "/token" &&
      form.get("client_secret") === GOOGLE_CLIENT.clientSecret &&
      form.get("redirect_uri") === requested?.get("redirect_uri") &&
      createHash("sha256").update(verifier).digest("base64url") === requested.get("code_challenge");
    response.writeHead(isGood ? 200 : 400, { "content-type": "application/json" });
    const result = isGood
      ? {
          access_token: GOOGLE_ACCESS_TOKEN,
          id_token: idToken({ nonce: requested?.get("nonce"), ...provider.claims }),
        }
      : { error: "invalid_grant" };
    response.end(JSON.stringify(result));
  });

  function idToken(claims: ProviderClaims): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const standard = {
      iss: peer.baseUrl,
      aud: GOOGLE_CLIENT.clientId,
      exp: Math.floor(Date.now() / 1000) + 60,
      email_verified: true,
      name: "Amara Okafor",
    };
    const head = part({ alg: "RS256", kid: key.id });
    const signed = `${head}.${part({ ...standard, ...claims })}`;
    const signature = sign("sha256", Buffer.from(signed), key.privateKey).toString("base64url");
    provider.lastToken = provider.forge(`${signed}.${signature}`);
    return provider.lastToken;
  }

  return Object.assign(provider, { origin: peer.baseUrl, close: () => peer.close() });
}
