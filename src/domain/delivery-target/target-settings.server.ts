import { z } from "zod";
import { now } from "#platform/clock/clock.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import type { DeliveryTarget } from "./delivery-target.table.ts";

/** How long the old secret still signs beside a new one. */
export const ROTATION_HOURS = 24;

const settings = z.object({
  url: z.url(),
  secret: z.string().nullable(),
  /** The secret before the last change, and until when it signs too. */
  old: z.object({ secret: z.string(), until: z.iso.datetime() }).nullable(),
});
export type TargetSettings = z.infer<typeof settings>;

export function sealSettings(targetId: string, value: TargetSettings): Promise<Buffer> {
  return vault().seal(JSON.stringify(value), context(targetId));
}

export async function openSettings({
  id,
  sealedSettings,
}: Pick<DeliveryTarget, "id" | "sealedSettings">): Promise<TargetSettings> {
  const opened = await vault().open(sealedSettings, context(id));
  if (!opened.ok) throw new Error(`The settings of a target cannot be opened: ${opened.code}.`);
  return settings.parse(JSON.parse(opened.plaintext));
}

/** Puts a new secret in the place of the old one, which signs too until the receiver has the new. */
export function replaceSecret(value: TargetSettings, secret: string): TargetSettings {
  const until = new Date(now().getTime() + ROTATION_HOURS * 60 * 60_000).toISOString();
  return { ...value, secret, old: value.secret === null ? null : { secret: value.secret, until } };
}

/** The secrets that sign at the moment, the newest first. */
export function validSecrets({ secret, old }: TargetSettings): string[] {
  const isOldValid = old !== null && new Date(old.until) > now();
  return [...(secret === null ? [] : [secret]), ...(isOldValid ? [old.secret] : [])];
}

function context(recordId: string) {
  return { table: "delivery_target", column: "sealed_settings", recordId };
}
