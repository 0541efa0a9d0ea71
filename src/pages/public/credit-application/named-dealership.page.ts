import type { Route } from "./+types/named-dealership.page.ts";
import { answerNamedDealership } from "./share-words.server.ts";

/** Asked by the form's script while its person types where they live. */
export function loader(args: Route.LoaderArgs) {
  return answerNamedDealership(args);
}
