import { redirect } from "react-router";
import type { Route } from "./+types/passkey-challenge.page.ts";
import { paths } from "#site/paths.ts";
import { answerChallenge } from "./passkey-challenge.server.ts";

/** A challenge is made for the button that asks for it; an address opened by hand leads to sign-in. */
export function loader() {
  return redirect(paths.signIn());
}

export function action(args: Route.ActionArgs) {
  return answerChallenge(args);
}
