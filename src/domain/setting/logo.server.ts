import { createHash } from "node:crypto";
import { drawLogo, type LogoRefusalCode } from "#platform/storage/clean-photo.server.ts";
import { mediaAddress, mediaKey } from "#platform/storage/media-address.ts";
import { storage } from "#platform/storage/storage.server.ts";

/** Stores a logo, drawn anew without metadata, and returns the setting's value. */
export async function storeLogo(
  file: Uint8Array,
): Promise<{ ok: true; address: string } | { ok: false; code: LogoRefusalCode }> {
  const drawn = await drawLogo(file);
  if (!drawn.ok) return drawn;
  const { bytes, widthPx, heightPx } = drawn;
  // Named after its content: the same picture is stored once.
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const key = `logo/${hash}-${widthPx}x${heightPx}.png`;
  await storage().put(key, bytes, "image/png");
  return { ok: true, address: mediaAddress(key) };
}

/** The logo's bytes for a file of settings; null if it has none, or if its file is gone. */
export async function findLogoFile(address: string): Promise<Uint8Array | null> {
  const key = mediaKey(address);
  return key ? ((await storage().get(key))?.bytes ?? null) : null;
}
