import { buttonForm, mailSignInForm, signInForm } from "#domain/identity/account.form.ts";
import { listDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { askForEmailSignIn } from "#domain/identity/email-sign-in.server.ts";
import type { ProvedAddress } from "#domain/identity/enter-by-email.server.ts";
import { signInWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { signIn } from "#domain/identity/sign-in.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import {
  browserRequest,
  enterBrowser,
  type PageArgs,
  redirectTo,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { chooseRedirect, withReturnTo } from "./choose-redirect.ts";

/** Signs in and redirects with the session's cookie, or returns the errors. */
export async function handleSignIn(args: PageArgs) {
  const post = await requireFormPost(args);
  const returnTo = rawValue(post.raw, "returnTo");
  // Only an authenticator sends `response`; the form around its button has another name.
  if (post.raw.has("response")) {
    // A passkey identifies its account, and counts as both factors. It is not rate-limited: it
    // cannot be guessed, and must work even if strangers have used up all tries.
    return handleForm(buttonForm("passkey"), post, async () => {
      const response = rawValue(post.raw, "response");
      const signedIn = await signInWithPasskey(browserRequest(args), response);
      if (signedIn.ok) throw await redirectSignedIn(args, returnTo, signedIn);
      return { ok: false, status: 422, message: m.account_passkey_refused() };
    });
  }
  if (post.raw.has("mail") && rawValue(post.raw, "password") === "") {
    return handleForm(mailSignInForm, post, ({ email }) =>
      mailCode(args, { email, newName: null }, returnTo),
    );
  }
  const demo = listDemoAccounts().find(({ email }) => email === rawValue(post.raw, "demo"));
  const raw = demo ? rawFields({ email: demo.email, password: demo.password }) : post.raw;
  return handleForm(signInForm, { ...post, raw }, async (typed) => {
    const { ipAddress } = post.visitor;
    const result = await signIn({ ...typed, ipAddress, request: browserRequest(args) });
    if (result.ok) {
      const isSignedIn = result.role !== null;
      const next = isSignedIn
        ? chooseRedirect(returnTo, result.role)
        : withReturnTo(paths.secondStep(), returnTo);
      const cookies = isSignedIn ? await enterBrowser(args, result.cookies) : result.cookies;
      throw redirectTo(next, cookies);
    }
    if (result.code === "too_many_tries") return tooManySignIns(result.retryAfterSeconds);
    return { ok: false, status: 422, message: m.account_wrong_credentials() };
  });
}

/**
 * Sends a code by e-mail, with the same result for every address, except the demo accounts, which
 * have no mailbox. Returns why not.
 * @throws a redirect to the page for the code.
 */
export async function mailCode(
  args: PageArgs,
  requested: { email: string; newName: string | null; isEnglishChosen?: boolean },
  returnTo: string,
) {
  const { locale, ipAddress } = readVisitor(args);
  const email = requested.email.toLowerCase();
  if (listDemoAccounts().some((each) => each.email === email))
    return { ok: false, status: 422, message: m.account_demo_no_mailbox() } as const;
  const asking = { ...requested, email, locale, returnTo: localPath(returnTo) };
  const mailed = await askForEmailSignIn(browserRequest(args), asking, ipAddress);
  if (!mailed.ok) return refuseTooManyTries(mailed.retryAfterSeconds);
  throw redirectTo(withReturnTo(paths.emailCode(), returnTo), [mailed.cookie]);
}

/**
 * Continues after a right code or link: signed in, to the second factor, or to naming a new
 * account.
 */
export async function redirectAfterMailProof(
  args: PageArgs,
  proved: ProvedAddress,
): Promise<Response> {
  const { returnTo, cookies } = proved;
  switch (proved.next) {
    case "landing":
      return redirectSignedIn(args, returnTo, proved);
    case "second_factor":
      return redirectTo(withReturnTo(paths.secondStep(), returnTo), cookies);
    case "name":
      return redirectTo(withReturnTo(paths.nameAccount(), returnTo), cookies);
  }
}

/**
 * Redirects to begin again, with a notice that says why; the page where the person was going is not
 * lost.
 */
export function redirectToSignIn({ request }: PageArgs, notice: string): Response {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return redirectTo(withReturnTo(paths.signIn(), returnTo, notice));
}

/** Redirects to where the person was going. */
export async function redirectSignedIn(
  args: PageArgs,
  returnTo: string,
  signedIn: { userId: string; cookies: string[] },
): Promise<Response> {
  const user = await findUser(signedIn.userId);
  const cookies = await enterBrowser(args, signedIn.cookies);
  return redirectTo(chooseRedirect(returnTo, user?.role ?? "buyer"), cookies);
}

function tooManySignIns(retryAfterSeconds: number) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message =
    minutes === 1 ? m.account_too_many_tries_minute() : m.account_too_many_tries({ minutes });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}
