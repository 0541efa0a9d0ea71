import { createHash, randomBytes } from "node:crypto";

/** A secret for a link or a cookie, that nobody guesses: 256 bits of the platform's randomness. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What is stored of a token, so that who reads the database can use none of them. A plain hash is
 * enough: there is nothing to guess.
 */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
