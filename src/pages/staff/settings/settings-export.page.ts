import type { Route } from "./+types/settings-export.page.ts";
import { findLogoFile } from "#domain/setting/logo.server.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { writeSettingsFile } from "#domain/setting/settings-file.ts";
import { requireFreshFactor, requirePermission } from "#pages/session/guards.server.ts";

/** All settings as one file, which another site loads. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  requirePermission(args, "seeSettings");
  requireFreshFactor(args);
  const settings = await readSettings();
  return new Response(writeSettingsFile(settings, await findLogoFile(settings.logo)), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="site-settings.json"',
      "cache-control": "no-store",
    },
  });
}
