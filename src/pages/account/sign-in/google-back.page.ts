import type { Route } from "./+types/google-back.page.ts";
import { answerGoogleReturn } from "./google-sign-in.server.ts";

export function loader(args: Route.LoaderArgs) {
  return answerGoogleReturn(args);
}
