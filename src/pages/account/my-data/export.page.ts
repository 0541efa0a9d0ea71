import type { Route } from "./+types/export.page.ts";
import { answerExport } from "./export.server.ts";

export function loader(args: Route.LoaderArgs) {
  return answerExport(args);
}
