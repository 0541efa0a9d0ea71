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
import { isFreshSignIn } from "#domain/identity/proof.server.ts";
import { limitMail, limitPassword } from "#domain/identity/rate-limits.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { endSessionById, endSessions, listSessions } from "#domain/identity/session.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { answerWithProof, refuseStaleSignIn, showProofForm } from "#pages/account/proof.server.ts";
import {
  refuseInDemo,
  refusePassword,
  refuseTooManyTries,
  refuseWrongPassword,
} from "#pages/account/refusals.ts";
import { answerForm, type Outcome, showForm } from "#pages/form/answer-form.server.ts";
import {
  leaveBrowser,
  type Member,
  type PageArgs,
  redirectTo,
  requireFormPost,
  requireFreshFactor,
  requireMember,
} from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
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
      tieGoogle: showProofForm("tie-google", visitor, isPasswordSet),
      untieGoogle: showProofForm("untie-google", visitor, isPasswordSet),
      endSessions: showForm(buttonForm("end-sessions"), visitor),
    },
  };
}

type Post = Awaited<ReturnType<typeof requireFormPost>>;

export async function answerSecurity(args: PageArgs) {
  const member = requireMember(args);
  const post = await requireFormPost(args);
  switch (rawValue(post.raw, "form")) {
    case "end-session":
      throw await endOneSession(args, member, rawValue(post.raw, "session"));
    case "end-sessions":
      await endSessions(db(), member.user.id);
      throw redirectTo(
        `${hrefIn(paths.signIn())}?notice=signed_out_everywhere`,
        await leaveBrowser(args),
      );
    case "tie-google":
      requireFreshFactor(args);
      return answerTieGoogle(member, post);
    case "untie-google":
      requireFreshFactor(args);
      return answerUntieGoogle(member, post);
    case "change-email":
      requireFreshFactor(args);
      return answerEmail(member, post);
    case "change-password":
      requireFreshFactor(args);
      return answerPassword(member, post);
    default:
      throw data(null, { status: 422 });
  }
}

function securityPath(notice: string): string {
  return `${hrefIn(paths.accountSecurity())}?${new URLSearchParams({ notice })}`;
}

async function answerPassword({ user, visitor }: Member, post: Post) {
  const form = changePasswordForm({ hasSecondFactor: await hasSecondFactor(user.id) });
  return answerForm(form, post, async ({ password: current, "new-password": next }) => {
    if (user.isDemo) return refuseInDemo();
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await changePassword(user.id, { current, next }, visitor.sessionId);
    if (result.ok) return { ok: true, redirectTo: securityPath("password_changed") };
    return result.code === "wrong_password"
      ? refuseWrongPassword()
      : refusePassword("new-password", result.fault);
  });
}

/** Where the account has no password, a fresh sign-in stands for it. */
async function answerEmail(member: Member, post: Post) {
  const { user, visitor } = member;
  if (!(await hasPassword(user.id))) {
    return answerForm(newEmailForm, post, async ({ email }) =>
      (await isFreshSignIn(visitor.sessionId)) ? askForChange(member, email) : refuseStaleSignIn(),
    );
  }
  return answerForm(changeEmailForm, post, async ({ password, email }) => {
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    return (await isRightPassword(user.id, password))
      ? askForChange(member, email)
      : refuseWrongPassword();
  });
}

async function askForChange({ user, visitor }: Member, typed: string): Promise<Outcome> {
  const { sessionId, ipAddress, locale } = visitor;
  if (user.isDemo || sessionId === null) return refuseInDemo();
  const email = typed.toLowerCase();
  if (email === user.email)
    return { ok: false, fieldErrors: [{ question: "email", code: "same" }] };
  const limit = await limitMail(ipAddress, email);
  if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
  await askForEmailChange(user, { sessionId, email, locale });
  return { ok: true, redirectTo: securityPath("email_asked") };
}

async function endOneSession(args: PageArgs, { user, visitor }: Member, sessionId: string) {
  await endSessionById(user.id, sessionId);
  return sessionId === visitor.sessionId
    ? redirectTo(hrefIn(paths.signIn()), await leaveBrowser(args))
    : redirectTo(securityPath("session_ended"));
}

/** Off to Google, for this session only: coming back elsewhere ties nothing. */
async function answerTieGoogle(member: Member, post: Post) {
  const { visitor } = member;
  if (!isGoogleConfigured()) throw data(null, { status: 404 });
  return answerWithProof(member, post, "tie-google", async () => {
    const { address, cookie } = await leaveForGoogle(visitor.origin, {
      returnTo: securityPath("google_tied"),
      isPopup: false,
      locale: visitor.locale,
      tieFor: visitor.sessionId,
    });
    throw redirectTo(address, [cookie]);
  });
}

async function answerUntieGoogle(member: Member, post: Post) {
  return answerWithProof(member, post, "untie-google", async () => {
    await db().transaction((transaction) => untieFromGoogle(transaction, member.user));
    return { ok: true, redirectTo: securityPath("google_untied") };
  });
}

/** The order matters: each browser also says the names of those below it. */
const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** "Firefox · Windows" of a User-Agent header; null where it says neither. Names, so no translation. */
function browserName(userAgent: string): string | null {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(" · ") || null;
}
