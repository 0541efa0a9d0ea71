import type { Route } from "./+types/request-export.page.ts";
import { exportRequest } from "./request.server.ts";

/**
 * The ticked items of a person's trail as a file: `?item=…&format=json`, or a ZIP with one CSV per
 * table.
 */
export function loader(args: Route.LoaderArgs) {
  return exportRequest(args);
}
