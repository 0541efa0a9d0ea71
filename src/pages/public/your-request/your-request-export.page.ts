import type { Route } from "./+types/your-request-export.page.ts";
import { exportYourRequest } from "./your-request.server.ts";

/** The sent data as a file: `?format=json`, or a ZIP with one CSV per table. */
export function loader(args: Route.LoaderArgs) {
  return exportYourRequest(args);
}
