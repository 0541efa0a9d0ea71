import type { Route } from "./+types/named-dealership.page.ts";
import { handleNamedDealership } from "./share-words.server.ts";

/** Asked by the form's script while its person types where they live. */
export function loader(args: Route.LoaderArgs) {
  return handleNamedDealership(args);
}
