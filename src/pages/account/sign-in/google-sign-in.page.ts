import type { Route } from "./+types/google-sign-in.page.ts";
import { answerGoogleSignIn } from "./google-sign-in.server.ts";

export function loader(args: Route.LoaderArgs) {
  return answerGoogleSignIn(args);
}
