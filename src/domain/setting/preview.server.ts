import { AsyncLocalStorage } from "node:async_hooks";
import type { SiteFacts } from "#site/site-facts.ts";
import type { Settings } from "./setting.ts";

/** The settings as they would be after publishing, and the facts that follow from them. */
type Preview = { settings: Settings; facts: SiteFacts };

const current = new AsyncLocalStorage<Preview>();

/** Makes a page that shows these settings instead of the published ones. */
export function withinPreview<Result>(preview: Preview, work: () => Result): Result {
  return current.run(preview, work);
}

/** Null unless the page that is being made shows settings that are not published. */
export function findPreview(): Preview | null {
  return current.getStore() ?? null;
}
