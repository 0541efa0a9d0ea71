import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { httpCall } from "#platform/outgoing/http-call.server.ts";

const TIMEOUT_MS = 3_000;

/** RFC 7517 §5; jose parses the rest of each key. */
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * By the address that they were read from. Google changes its keys every few days, and each key has
 * an id.
 */
const known = new Map<string, JWTVerifyGetKey>();

/**
 * Finds the provider's key for a token's signature. If the key is unknown, the keys are loaded
 * again, because it may be new.
 */
export function providerKeys(address: string): JWTVerifyGetKey {
  return async (header, token) => {
    const before = known.get(address);
    const found = await Promise.resolve(before?.(header, token)).catch(() => undefined);
    if (found) return found;
    const keys = createLocalJWKSet(await fetchKeys(address));
    known.set(address, keys);
    return keys(header, token);
  };
}

async function fetchKeys(address: string): Promise<JSONWebKeySet> {
  const response = await httpCall({ url: new URL(address), method: "GET", timeoutMs: TIMEOUT_MS });
  if (!response.ok || response.status !== 200)
    throw new Error("The provider's keys cannot be read.");
  return keySet.parse(JSON.parse(response.text));
}
