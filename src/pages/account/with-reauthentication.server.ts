import { redirect } from "react-router";
import { buttonForm, passwordForm } from "#domain/identity/account.form.ts";
import { hasPassword, isRightPassword } from "#domain/identity/password.server.ts";
import {
  isReauthenticated,
  needsReauthentication,
  recordReauthentication,
  endReauthentication,
} from "#domain/identity/reauthentication.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { m } from "#messages/messages.js";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import {
  type PageArgs,
  type requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { refuseInDemo, refuseTooManyTries, refuseWrongPassword } from "#pages/form/refusals.ts";

type Post = Awaited<ReturnType<typeof requireFormPost>>;

/** A button with a field for the account's password, if it has one. */
export function showReauthenticationForm(form: string, visitor: Visitor, hasPassword: boolean) {
  return showForm(hasPassword ? passwordForm(form) : buttonForm(form), visitor);
}

/**
 * Handles such a button: `accept` runs after the person has proved again that the account is
 * theirs, by the password and by all that `requireReauthentication` requires. `isBegun`: the change
 * only begins here, and the last step uses the proof up.
 * @throws what `requireReauthentication` throws
 */
export async function handleWithReauthentication<Result extends Outcome>(
  args: PageArgs,
  post: Post,
  form: string,
  accept: (password: string | undefined) => Promise<Result>,
  { isBegun = false }: { isBegun?: boolean } = {},
) {
  const { user, visitor } = requireMember(args);
  await requireReauthentication(args);
  const proceed = async (password: string | undefined) => {
    if (isBegun || !(await needsReauthentication(user.id))) return accept(password);
    await consumeReauthentication(args);
    const outcome = await accept(password);
    // A refused change has changed nothing, so the proof stays valid.
    if (!outcome.ok && visitor.sessionId !== null) await recordReauthentication(visitor.sessionId);
    return outcome;
  };
  if (!(await hasPassword(user.id))) {
    return handleForm(buttonForm(form), post, async () =>
      user.isDemo ? refuseInDemo() : proceed(undefined),
    );
  }
  return handleForm(passwordForm(form), post, async ({ password }) => {
    if (user.isDemo) return refuseInDemo();
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    return (await isRightPassword(user.id, password)) ? proceed(password) : refuseWrongPassword();
  });
}

/**
 * Before a credential is added or removed: requires a new proof, in this session, for this one
 * change. A password in the form is one, unless the account has a second factor.
 * @throws a redirect to the page where it is proved, which leads back
 */
export async function requireReauthentication(args: PageArgs): Promise<void> {
  const { user, visitor } = requireMember(args);
  if (!(await needsReauthentication(user.id)) || (await isReauthenticated(visitor.sessionId)))
    return;
  throw redirectToReauthentication(args);
}

/** Uses the proof up. @throws the same if another change has used it meanwhile */
export async function consumeReauthentication(args: PageArgs): Promise<void> {
  const { user, visitor } = requireMember(args);
  if (!(await needsReauthentication(user.id))) return;
  if (!(await endReauthentication(visitor.sessionId))) throw redirectToReauthentication(args);
}

export function refuseStaleSignIn() {
  return { ok: false, status: 403, message: m.account_sign_in_again() } as const;
}

function redirectToReauthentication(args: PageArgs): Response {
  const { pathname, searchParams } = new URL(args.request.url);
  // The notice of the previous action is not shown again on the way back.
  searchParams.delete("notice");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const returnTo = new URLSearchParams({ returnTo: pathname.replace(/\.data$/, "") + query });
  return redirect(`${hrefIn(paths.freshFactor())}?${returnTo}`);
}
