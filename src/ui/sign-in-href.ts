import { paths } from "#site/paths.ts";
import { hrefIn } from "./locale-href.ts";

/**
 * Why a person is sent to the sign-in page, which says it in a sentence (pages/account/notices.ts).
 */
export type SignInCause = "sign_in_needed" | "session_over" | "not_permitted";

/**
 * The address of the sign-in page, which says why it is shown, and leads on to `returnTo`, a path
 * of ours.
 */
export function signInHref(returnTo: string, cause: SignInCause): string {
  return `${hrefIn(paths.signIn())}?${new URLSearchParams({ returnTo, notice: cause })}`;
}
