import type { Settings } from "./setting.ts";
import { changeSettings } from "./settings.server.ts";

/** Sets some of the site's settings, as an administrator does. */
export async function set(changed: Partial<Settings>): Promise<void> {
  await changeSettings({ id: "ada-admin", role: "admin" }, changed);
}
