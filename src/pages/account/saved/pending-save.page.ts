import type { Route } from "./+types/pending-save.page.ts";
import { finishPendingSave } from "./saved-post.server.ts";

export function loader(args: Route.LoaderArgs) {
  return finishPendingSave(args);
}
