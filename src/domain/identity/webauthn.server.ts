import {
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { site } from "#site/site.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { beginCeremony, endCeremony } from "./ceremony.server.ts";
import { passkeyTable } from "./identity.table.ts";

// WebAuthn's two ceremonies. `@simplewebauthn/server` verifies what an authenticator signed; this
// file knows which challenge it had to sign, and whose passkey it is. A passkey belongs to one host
// and works only at its origin (WebAuthn Level 3 §5.1.2).

/**
 * What the browser passes to the authenticator, as JSON, and the cookie that identifies the
 * challenge.
 */
export type Challenge = { options: object; cookie: string };

/** A challenge is for one ceremony: to create a passkey for this person, or to sign in with one. */
const memo = z.object({ challenge: z.string(), enrols: z.string().nullable() });

/**
 * A challenge to create a passkey that can be found without an account's name and that its owner
 * must unlock.
 */
export async function challengeToEnrol(
  { origin }: BrowserRequest,
  person: { id: string; email: string },
): Promise<Challenge> {
  const options = await generateRegistrationOptions({
    rpID: parseHost(origin),
    rpName: site.name,
    userName: person.email,
    userDisplayName: person.email,
    attestationType: "none",
    excludeCredentials: await listCredentials(person.id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const requested = { challenge: options.challenge, enrols: person.id };
  return { options, cookie: await beginCeremony("passkey", origin, requested) };
}

/**
 * Stores the passkey that the authenticator created. Returns its id, or null if the response does
 * not match the challenge.
 */
export async function storePasskey(
  request: BrowserRequest,
  userId: string,
  input: { response: string; name: string },
): Promise<string | null> {
  const requested = await endCeremony("passkey", request, memo);
  const response = parseResponse(registrationResponse, input.response);
  if (!response || requested?.enrols !== userId) return null;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: requested.challenge,
    expectedOrigin: request.origin,
    expectedRPID: parseHost(request.origin),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } =
    verified.registrationInfo;
  const stored = await db()
    .insert(passkeyTable)
    .values({
      id: crypto.randomUUID(),
      userId,
      name: input.name,
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64"),
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      transports: response.response.transports.join(","),
      aaguid,
      createdAt: now(),
    })
    .onConflictDoNothing({ target: passkeyTable.credentialID })
    .returning({ id: passkeyTable.id });
  return stored[0]?.id ?? null;
}

/**
 * A challenge to sign in: with any passkey, which names its own account, or with one person's only.
 */
export async function challengeToSignIn(
  { origin }: BrowserRequest,
  userId: string | null,
): Promise<Challenge> {
  const own = userId === null ? [] : await listCredentials(userId);
  const options = await generateAuthenticationOptions({
    rpID: parseHost(origin),
    userVerification: "required",
    ...(own.length > 0 ? { allowCredentials: own } : {}),
  });
  const requested = { challenge: options.challenge, enrols: null };
  return { options, cookie: await beginCeremony("passkey", origin, requested) };
}

/**
 * The owner of the passkey that signed the challenge; null if there is none. Each challenge is
 * valid once.
 */
export async function findPasskeyOwner(
  request: BrowserRequest,
  input: string,
): Promise<string | null> {
  const requested = await endCeremony("passkey", request, memo);
  const response = parseResponse(authenticationResponse, input);
  if (!response || !requested || requested.enrols !== null) return null;
  const [passkey] = await db()
    .select()
    .from(passkeyTable)
    .where(eq(passkeyTable.credentialID, response.id));
  if (!passkey) return null;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: requested.challenge,
    expectedOrigin: request.origin,
    expectedRPID: parseHost(request.origin),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialID,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64")),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  await db()
    .update(passkeyTable)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: now() })
    .where(eq(passkeyTable.id, passkey.id));
  return passkey.userId;
}

function parseHost(origin: string): string {
  return new URL(origin).hostname;
}

async function listCredentials(userId: string) {
  const rows = await db().select().from(passkeyTable).where(eq(passkeyTable.userId, userId));
  return rows.map(({ credentialID, transports }) => ({
    id: credentialID,
    transports: (transports ?? "").split(",").filter(isTransport),
  }));
}

const TRANSPORTS = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const satisfies readonly AuthenticatorTransportFuture[];

function isTransport(value: unknown): value is AuthenticatorTransportFuture {
  return TRANSPORTS.some((transport) => transport === value);
}

/** Base64url of a credential's id, which has at most 1,023 bytes (WebAuthn Level 3 §5.8.3). */
const credentialId = z.string().regex(/^[\w-]{1,1364}$/);

const webauthnResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
});

const registrationResponse = webauthnResponse.extend({
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    // A browser may send transports that are not in the list yet; they are only hints, and are
    // dropped.
    transports: z
      .array(z.unknown())
      .default([])
      .transform((input) => input.filter(isTransport)),
  }),
});

const authenticationResponse = webauthnResponse.extend({
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
});

/** The authenticator's response, as the browser wrote it; null if it does not match the schema. */
function parseResponse<Result>(schema: z.ZodType<Result>, text: string): Result | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
