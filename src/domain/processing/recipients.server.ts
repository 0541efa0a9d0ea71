import { env } from "#platform/env/env.server.ts";
import { listKeys } from "#values/record.ts";
import { isInstalled, type RecipientName, RECIPIENTS } from "./recipients.ts";

/** The recipients of data in this installation, according to its configured providers. */
export function listInstalled(): RecipientName[] {
  return listKeys(RECIPIENTS).filter((name) => isInstalled(name, env()));
}
