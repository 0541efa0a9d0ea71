import { redirect } from "react-router";
import type { Route } from "./+types/sign-out.page.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { answerSignOutPost } from "./sign-out.server.ts";

/** Looking at an address signs nobody out; the sign-in page says who is signed in and offers it. */
export function loader() {
  return redirect(hrefIn(paths.signIn()));
}

export function action(args: Route.ActionArgs) {
  return answerSignOutPost(args);
}
