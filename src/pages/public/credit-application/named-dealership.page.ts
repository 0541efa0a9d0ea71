import type { Route } from "./+types/named-dealership.page.ts";
import { handleNamedDealership } from "./share-words.server.ts";

/** Called by the form's script while the person types their city. */
export function loader(args: Route.LoaderArgs) {
  return handleNamedDealership(args);
}
