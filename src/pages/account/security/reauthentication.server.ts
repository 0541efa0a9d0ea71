import { buttonForm, emailCodeForm, secondStepForm } from "#domain/identity/account.form.ts";
import {
  askForEmailSignIn,
  confirmByEmailCode,
  findEmailSignIn,
} from "#domain/identity/email-sign-in.server.ts";
import {
  needsReauthentication,
  recordReauthentication,
} from "#domain/identity/reauthentication.server.ts";
import { proveFactorWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import {
  hasAuthenticatorApp,
  hasSecondFactor,
  proveFactorAgain,
} from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import { refuseInDemo, refuseTooManyTries } from "#pages/form/refusals.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import {
  browserRequest,
  type Member,
  type PageArgs,
  redirectTo,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

export async function loadReauthentication(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const returnTo = localPath(new URL(args.request.url).searchParams.get("returnTo"));
  // An account with only a password proves it in each form itself.
  if (!(await needsReauthentication(user.id))) throw redirectTo(returnTo);
  const factors = await findFactors(user.id);
  const isMailed = (await findEmailSignIn(browserRequest(args)))?.email === user.email;
  return {
    email: user.email,
    proof: await chooseMethod(user.id),
    isMailed,
    hasPasskey: factors.hasPasskey,
    returnTo,
    view: showForm(secondStepForm(factors), visitor),
    mailView: showForm(isMailed ? emailCodeForm : mailForm, visitor),
  };
}

const mailForm = buttonForm("confirm-mail");

/** By the second factor where there is one, else by a code to the mailbox. */
async function chooseMethod(userId: string): Promise<"factor" | "mail"> {
  return (await hasSecondFactor(userId)) ? "factor" : "mail";
}

async function findFactors(userId: string) {
  const [hasApp, passkeys] = await Promise.all([
    hasAuthenticatorApp(userId),
    countPasskeys(userId),
  ]);
  return { hasApp, hasPasskey: passkeys > 0 };
}

/** The member who proves it, their session, and where they go on. */
type ReauthenticatingMember = Member & { sessionId: string; returnTo: string };

const factorCommands = defineCommands<ReauthenticatingMember>()({
  "second-step": {
    async run({ args, post }, { user, sessionId, returnTo }) {
      return handleForm(secondStepForm(await findFactors(user.id)), post, async ({ code }) => {
        // Counted by session, so that others at the same IP address cannot block it.
        const factorOwner = { userId: user.id, sessionId };
        const result = await proveFactorAgain(browserRequest(args), factorOwner, code);
        if (result.ok) return { ok: true, redirectTo: returnTo };
        return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
      });
    },
  },
  "passkey-again": {
    run: ({ args, post, field }, { user, sessionId, returnTo }) =>
      handleForm(buttonForm("passkey-again"), post, async () => {
        const factorOwner = { userId: user.id, sessionId };
        const request = browserRequest(args);
        const isProved = await proveFactorWithPasskey(request, factorOwner, field("response"));
        if (isProved) return { ok: true, redirectTo: returnTo };
        return { ok: false, status: 422, message: m.account_passkey_refused() };
      }),
  },
});

/** For an account with neither a factor nor a password: sends a code by e-mail, or checks it. */
const mailCommands = defineCommands<ReauthenticatingMember>()({
  "confirm-mail": {
    run: ({ args, post }, { user, visitor, returnTo }) =>
      handleForm(mailForm, post, async () => {
        if (user.isDemo) return refuseInDemo();
        const { locale, ipAddress } = visitor;
        const requested = { email: user.email, locale, newName: null, returnTo: "/" };
        const mailed = await askForEmailSignIn(browserRequest(args), requested, ipAddress);
        if (!mailed.ok) return refuseTooManyTries(mailed.retryAfterSeconds);
        throw redirectTo(hereWith(returnTo), [mailed.cookie]);
      }),
  },
  "email-code": {
    run: ({ args, post }, { user, visitor, sessionId, returnTo }) =>
      handleForm(emailCodeForm, post, async ({ code }) => {
        const { ipAddress } = visitor;
        const request = browserRequest(args);
        const result = await confirmByEmailCode(request, user.email, { code, ipAddress });
        if (!result.ok && result.code === "too_many_tries")
          return refuseTooManyTries(result.retryAfterSeconds);
        // The code expired or was tried too often: the page offers a new one.
        if (!result.ok && result.code === "over") throw redirectTo(hereWith(returnTo));
        if (!result.ok) return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
        await recordReauthentication(sessionId);
        return { ok: true, redirectTo: returnTo };
      }),
  },
});

function hereWith(returnTo: string): string {
  return `${hrefIn(paths.freshFactor())}?${new URLSearchParams({ returnTo })}`;
}

/** Checks a new proof, then redirects to the page that required it; the session stays the same. */
export async function handleReauthentication(args: PageArgs) {
  const member = requireMember(args);
  const { sessionId } = member.visitor;
  const post = await requireFormPost(args);
  if (sessionId === null) throw redirectTo(hrefIn(paths.signIn()));
  const proving = { ...member, sessionId, returnTo: localPath(rawValue(post.raw, "returnTo")) };
  return (await chooseMethod(member.user.id)) === "mail"
    ? runCommand(args, mailCommands, proving, { post, otherwise: "email-code" })
    : runCommand(args, factorCommands, proving, { post, otherwise: "second-step" });
}
