import { AsyncLocalStorage } from "node:async_hooks";
import { today } from "#platform/clock/clock.server.ts";
import type { SiteFacts } from "#site/site-facts.ts";
import { toFacts } from "./facts-of-settings.ts";
import type { Settings } from "./setting.ts";

const current = new AsyncLocalStorage<{ settings: Settings; facts: SiteFacts }>();

/**
 * Does something as if these settings were stored: makes a page that previews drafts, or counts what
 * a shorter period would delete. `site` has their facts meanwhile, and pages read these settings.
 */
export function supposeSettings<Result>(settings: Settings, work: () => Result): Result {
  return current.run({ settings, facts: toFacts(settings, today()) }, work);
}

/** The supposed settings, and the facts that follow from them; null where those that are stored count. */
export function findSupposedSettings() {
  return current.getStore() ?? null;
}
