import { paths } from "#site/paths.ts";
import { hrefIn } from "./locale-href.ts";

/** Why somebody is led to sign in; the page there says it in a sentence (pages/account/notices.ts). */
export type SignInCause = "sign_in_needed" | "session_over" | "not_permitted";

/** The sign-in page, which says why it stands between, and leads on to `returnTo`, a path of ours. */
export function signInHref(returnTo: string, cause: SignInCause): string {
  return `${hrefIn(paths.signIn())}?${new URLSearchParams({ returnTo, notice: cause })}`;
}
