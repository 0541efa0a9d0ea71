import { createHash, randomBytes } from "node:crypto";

/** A secret for a link or a cookie that cannot be guessed: 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The stored form of a token, so that a reader of the database cannot use it. A plain hash is
 * enough, because a random token cannot be guessed.
 */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
