import { buttonForm, passwordForm } from "#domain/identity/account.form.ts";
import { hasPassword, isRightPassword } from "#domain/identity/password.server.ts";
import { isFreshSignIn } from "#domain/identity/proof.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { m } from "#messages/messages.js";
import { answerForm, type Outcome, showForm } from "#pages/form/answer-form.server.ts";
import type { Member, requireFormPost } from "#pages/session/guards.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { refuseInDemo, refuseTooManyTries, refuseWrongPassword } from "./refusals.ts";

type Post = Awaited<ReturnType<typeof requireFormPost>>;

/** A button that asks for the account's password; where it has none, a fresh sign-in stands for it. */
export function showProofForm(form: string, visitor: Visitor, hasPassword: boolean) {
  return showForm(hasPassword ? passwordForm(form) : buttonForm(form), visitor);
}

/** Answers such a button: `accept` runs once the person has proved that the account is theirs. */
export async function answerWithProof<Happened extends Outcome>(
  { user, visitor }: Member,
  post: Post,
  form: string,
  accept: (password: string | undefined) => Promise<Happened>,
) {
  if (!(await hasPassword(user.id))) {
    return answerForm(buttonForm(form), post, async () => {
      if (user.isDemo) return refuseInDemo();
      return (await isFreshSignIn(visitor.sessionId)) ? accept(undefined) : refuseStaleSignIn();
    });
  }
  return answerForm(passwordForm(form), post, async ({ password }) => {
    if (user.isDemo) return refuseInDemo();
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    return (await isRightPassword(user.id, password)) ? accept(password) : refuseWrongPassword();
  });
}

export function refuseStaleSignIn() {
  return { ok: false, status: 403, message: m.account_sign_in_again() } as const;
}
