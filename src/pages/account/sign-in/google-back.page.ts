import type { Route } from "./+types/google-back.page.ts";
import { comeBackFromGoogle } from "./google-sign-in.server.ts";

export function loader(args: Route.LoaderArgs) {
  return comeBackFromGoogle(args);
}
