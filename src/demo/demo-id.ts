import { createHash } from "node:crypto";

/**
 * The same id on every machine for the same name, so that a link into the demo works in every copy.
 * RFC 9562 version 8: a UUID with the application's own bits, here of a SHA-256.
 */
export function demoId(kind: string, name: string | number): string {
  const hex = createHash("sha256").update(`demo ${kind} ${name}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join("-");
}
