import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { passkeyTable, userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { eq } from "drizzle-orm";

/**
 * Stores a passkey of an account and returns a function that signs with it, as an authenticator
 * does.
 */
export async function storeSoftwarePasskey(userId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE_Key of RFC 9053 §7.1: EC2, ES256, P-256.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const id = Buffer.from(`passkey of ${userId}`).toString("base64url");
  await db()
    .insert(passkeyTable)
    .values({
      id,
      userId,
      name: "A phone",
      credentialID: id,
      publicKey: cose.toString("base64"),
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
    });
  await db().update(userTable).set({ twoFactorEnabled: true }).where(eq(userTable.id, userId));

  /** The answer to a challenge (WebAuthn Level 3 §6.3.3), as the page's script posts it. */
  return (challenge: string) => {
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
    const flags = { userPresent: 1, userVerified: 4 };
    const authenticator = Buffer.concat([
      createHash("sha256").update(new URL(origin).hostname).digest(),
      Buffer.from([flags.userPresent | flags.userVerified, 0, 0, 0, 0]),
    ]);
    const signed = Buffer.concat([authenticator, createHash("sha256").update(client).digest()]);
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authenticator.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      },
    });
  };
}
