import type { Route } from "./+types/your-request-export.page.ts";
import { exportYourRequest } from "./your-request.server.ts";

/** What was sent, as a file: `?format=json`, or a ZIP of one CSV a table. */
export function loader(args: Route.LoaderArgs) {
  return exportYourRequest(args);
}
