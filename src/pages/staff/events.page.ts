import type { Route } from "./+types/events.page.ts";
import { respondWithNews } from "./events.server.ts";

/** The live stream of the inbox. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return respondWithNews(args);
}
