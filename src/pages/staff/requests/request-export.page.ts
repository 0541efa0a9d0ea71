import type { Route } from "./+types/request-export.page.ts";
import { exportRequest } from "./request.server.ts";

/** What staff ticked of a person's trail as a file: `?item=…&format=json`, or a ZIP of one CSV a table. */
export function loader(args: Route.LoaderArgs) {
  return exportRequest(args);
}
