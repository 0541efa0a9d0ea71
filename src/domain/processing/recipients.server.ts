import { env } from "#platform/env/env.server.ts";
import { listKeys } from "#values/record.ts";
import { isInstalled, type RecipientName, RECIPIENTS } from "./recipients.ts";

/** Who receives something, out of the ways out that this installation has. */
export function listInstalled(): RecipientName[] {
  return listKeys(RECIPIENTS).filter((name) => isInstalled(name, env()));
}
