import { data } from "react-router";
import {
  buttonForm,
  changeEmailForm,
  changePasswordForm,
  newEmailForm,
} from "#domain/identity/account.form.ts";
import { askForEmailChange } from "#domain/identity/change-email.server.ts";
import { isTiedToGoogle, untieFromGoogle } from "#domain/identity/google-account.server.ts";
import { isGoogleConfigured, leaveForGoogle } from "#domain/identity/google.server.ts";
import { changePassword, hasPassword, isRightPassword } from "#domain/identity/password.server.ts";
import { limitMail, limitPassword } from "#domain/identity/rate-limits.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { endSessionById, endSessions, listSessions } from "#domain/identity/session.server.ts";
import {
  handleWithReauthentication,
  requireReauthentication,
  showReauthenticationForm,
  consumeReauthentication,
} from "#pages/account/with-reauthentication.server.ts";
import {
  refuseInDemo,
  refusePassword,
  refuseTooManyTries,
  refuseWrongPassword,
} from "#pages/form/refusals.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import {
  leaveBrowser,
  type Member,
  type PageArgs,
  redirectTo,
  requireMember,
} from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserName } from "#pages/account/browser-name.ts";
import { formatTimeAgo } from "#values/format.ts";

/** What the security page shows. */
export async function loadSecurity(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const [sessions, isSecondFactorOn, isPasswordSet, isGoogleTied] = await Promise.all([
    listSessions(user.id),
    hasSecondFactor(user.id),
    hasPassword(user.id),
    isTiedToGoogle(user.id),
  ]);
  return {
    email: user.email,
    hasPassword: isPasswordSet,
    hasSecondFactor: isSecondFactorOn,
    mustSetUpSecondFactor: user.lacksSecondFactor ?? false,
    google: isGoogleConfigured() ? { isTied: isGoogleTied } : null,
    sessions: sessions.map(({ id, userAgent, seenAt }) => ({
      id,
      browser: browserName(userAgent),
      seen: formatTimeAgo(seenAt, now(), visitor.locale),
      isThis: id === visitor.sessionId,
    })),
    forms: {
      changePassword: showForm(changePasswordForm({ hasSecondFactor: isSecondFactorOn }), visitor),
      changeEmail: showForm(isPasswordSet ? changeEmailForm : newEmailForm, visitor),
      tieGoogle: showReauthenticationForm("tie-google", visitor, isPasswordSet),
      untieGoogle: showReauthenticationForm("untie-google", visitor, isPasswordSet),
      endSessions: showForm(buttonForm("end-sessions"), visitor),
    },
  };
}

type Post = Press["post"];

const commands = defineCommands<Member>()({
  "end-session": {
    async run({ args, field }, member) {
      throw await endOneSession(args, member, field("session"));
    },
  },
  "end-sessions": {
    async run({ args }, { user }) {
      await endSessions(db(), user.id);
      throw redirectTo(
        `${hrefIn(paths.signIn())}?notice=signed_out_everywhere`,
        await leaveBrowser(args),
      );
    },
  },
  "tie-google": { needsFreshFactor: true, run: ({ args, post }) => handleTieGoogle(args, post) },
  "untie-google": {
    needsFreshFactor: true,
    run: ({ args, post }) => handleUntieGoogle(args, post),
  },
  "change-email": {
    needsFreshFactor: true,
    async run({ args, post }) {
      await requireReauthentication(args);
      return handleEmail(args, post);
    },
  },
  "change-password": {
    needsFreshFactor: true,
    async run({ args, post }) {
      await requireReauthentication(args);
      return handlePassword(args, post);
    },
  },
});

export async function handleSecurity(args: PageArgs) {
  return runCommand(args, commands, requireMember(args), { status: 422 });
}

function securityPath(notice: string): string {
  return `${hrefIn(paths.accountSecurity())}?${new URLSearchParams({ notice })}`;
}

async function handlePassword(args: PageArgs, post: Post) {
  const { user, visitor } = requireMember(args);
  const form = changePasswordForm({ hasSecondFactor: await hasSecondFactor(user.id) });
  return handleForm(form, post, async ({ password: current, "new-password": next }) => {
    if (user.isDemo) return refuseInDemo();
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    if (await isRightPassword(user.id, current)) await consumeReauthentication(args);
    const result = await changePassword(user.id, { current, next }, visitor.sessionId);
    if (result.ok) return { ok: true, redirectTo: securityPath("password_changed") };
    return result.code === "wrong_password"
      ? refuseWrongPassword()
      : refusePassword("new-password", result.fault);
  });
}

async function handleEmail(args: PageArgs, post: Post) {
  const { user, visitor } = requireMember(args);
  if (!(await hasPassword(user.id)))
    return handleForm(newEmailForm, post, ({ email }) => askForChange(args, email));
  return handleForm(changeEmailForm, post, async ({ password, email }) => {
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    return (await isRightPassword(user.id, password))
      ? askForChange(args, email)
      : refuseWrongPassword();
  });
}

async function askForChange(args: PageArgs, typed: string): Promise<Outcome> {
  const { user, visitor } = requireMember(args);
  const { sessionId, ipAddress, locale } = visitor;
  if (user.isDemo || sessionId === null) return refuseInDemo();
  const email = typed.toLowerCase();
  if (email === user.email)
    return { ok: false, fieldErrors: [{ question: "email", code: "same" }] };
  const limit = await limitMail(ipAddress, email);
  if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
  await consumeReauthentication(args);
  await askForEmailChange(user, { sessionId, email, locale });
  return { ok: true, redirectTo: securityPath("email_asked") };
}

async function endOneSession(args: PageArgs, { user, visitor }: Member, sessionId: string) {
  await endSessionById(user.id, sessionId);
  return sessionId === visitor.sessionId
    ? redirectTo(hrefIn(paths.signIn()), await leaveBrowser(args))
    : redirectTo(securityPath("session_ended"));
}

/** Redirects to Google, for this session only: returning in another session links nothing. */
async function handleTieGoogle(args: PageArgs, post: Post) {
  const { visitor } = requireMember(args);
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  return handleWithReauthentication(args, post, "tie-google", async () => {
    const { address, cookie } = await leaveForGoogle(visitor.origin, {
      returnTo: securityPath("google_tied"),
      isPopup: false,
      locale: visitor.locale,
      tieFor: visitor.sessionId,
    });
    throw redirectTo(address, [cookie]);
  });
}

async function handleUntieGoogle(args: PageArgs, post: Post) {
  const { user, visitor } = requireMember(args);
  return handleWithReauthentication(args, post, "untie-google", async () => {
    await db().transaction(async (transaction) => {
      await endSessions(transaction, user.id, visitor.sessionId);
      await untieFromGoogle(transaction, user);
    });
    return { ok: true, redirectTo: securityPath("google_untied") };
  });
}
