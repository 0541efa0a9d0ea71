import type { Route } from "./+types/pending-save.page.ts";
import { finishPendingSave } from "./saved-post.server.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  return finishPendingSave(request, context);
}
