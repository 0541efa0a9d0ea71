import { today } from "#platform/clock/clock.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { provideFacts } from "#site/site.ts";
import { DEFAULT_FACTS, type SiteFacts } from "#site/site-facts.ts";
import { toFacts } from "./facts-of-settings.ts";
import { readShownSettings } from "./settings.server.ts";
import { findSupposedSettings } from "./supposed-settings.server.ts";

let facts: SiteFacts = DEFAULT_FACTS;
let lastCall = 0;
/** The call whose facts are in use: a slower read that began before it is out of date. */
let usedCall = 0;
provideFacts(() => findSupposedSettings()?.facts ?? facts);

/**
 * Reads the facts that `site` has from then on in this process. Called at boot, when pages change
 * (`PAGES_CHANGED`), and before each page: there it waits only if the settings changed a moment
 * ago, so that no page with the earlier facts is cached. Without a database the facts stay as they
 * were.
 */
export async function readSiteFacts(): Promise<void> {
  const call = ++lastCall;
  try {
    const read = toFacts(await readShownSettings(), today());
    if (call < usedCall) return;
    usedCall = call;
    facts = read;
  } catch (error) {
    log.debug("the settings were not read", { error: loggableError(error) });
  }
}
