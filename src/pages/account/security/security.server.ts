import { askForEmailChange } from "#domain/identity/change-email.server.ts";
import { untieFromGoogle, isTiedToGoogle } from "#domain/identity/google-account.server.ts";
import { changePassword, hasPassword } from "#domain/identity/password.server.ts";
import { endSessionById, endSessions, listSessions } from "#domain/identity/session.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { db } from "#platform/database/database.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { redirectTo, requireMember, type PageArgs } from "#pages/session/guards.server.ts";
import { keptForTheDemo, refused, tooManyTries } from "#pages/session/account-answer.ts";
import {
  type Fields,
  passwordFaultText,
  readAccountEmail,
  readFields,
} from "#pages/session/account-fields.server.ts";
import { limitMail, limitPassword } from "#domain/identity/rate-limits.server.ts";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formatTimeAgo } from "#values/format.ts";

type Member = ReturnType<typeof requireMember>;

/** Each form of the security page, by its name. */
const FORMS: Record<string, (member: Member, field: Fields) => Promise<unknown>> = {
  "change-password": answerPassword,
  "change-email": answerEmail,
  "end-session": endOne,
  "end-sessions": endAll,
  "untie-google": untieGoogle,
};

export async function answerSecurity(args: PageArgs) {
  const member = requireMember(args);
  const field = await readFields(args.request);
  const form = field("form");
  const answer = Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
  const result = await answer?.(member, field);
  return (result as ReturnType<typeof refused> | undefined) ?? refused({ form, problems: [] });
}

function done(notice: string): Response {
  return redirectTo(`${hrefIn(paths.accountSecurity())}?${new URLSearchParams({ notice })}`);
}

async function answerPassword({ user, visitor }: Member, field: Fields) {
  const form = "change-password";
  if (user.isDemo) return keptForTheDemo(form);
  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(form, limit.retryAfterSeconds);
  const typed = { current: field("password"), next: field("new-password") };
  const result = await changePassword(user.id, typed, visitor.sessionId);
  if (result.ok) throw done("password_changed");
  const problem =
    result.code === "wrong_password"
      ? { control: "password", text: m.account_wrong_password() }
      : { control: "new-password", text: passwordFaultText(result.fault) };
  return refused({ form, problems: [problem] });
}

async function answerEmail({ user, visitor }: Member, field: Fields) {
  const form = "change-email";
  if (user.isDemo) return keptForTheDemo(form);
  const typed = { email: field("email") };
  const email = readAccountEmail("email", typed.email);
  if (email.value === null) return refused({ form, problems: email.problems, typed });
  if (email.value === user.email) {
    const problems = [{ control: "email", text: m.account_email_same() }];
    return refused({ form, problems, typed });
  }
  const byPassword = limitPassword(visitor.ipAddress, user.id);
  const limit = byPassword.ok ? limitMail(visitor.ipAddress, email.value) : byPassword;
  if (!limit.ok) return tooManyTries(form, limit.retryAfterSeconds, typed);
  const result = await askForEmailChange({
    userId: user.id,
    email: email.value,
    password: field("password"),
    locale: visitor.locale,
  });
  if (result.ok) throw done("email_asked");
  const problems = [{ control: "password", text: m.account_wrong_password() }];
  return refused({ form, problems, typed });
}

async function endOne({ user, visitor }: Member, field: Fields) {
  const sessionId = field("session");
  await endSessionById(user.id, sessionId);
  throw sessionId === visitor.sessionId
    ? redirectTo(hrefIn(paths.signIn()))
    : done("session_ended");
}

async function endAll({ user }: Member) {
  await endSessions(db(), user.id);
  throw redirectTo(`${hrefIn(paths.signIn())}?notice=signed_out_everywhere`);
}

/** Without a password beside it, Google is the only way in, and stays. */
async function untieGoogle({ user }: Member) {
  if (!(await hasPassword(user.id))) {
    const problems = [{ control: null, text: m.account_google_only_way() }];
    return refused({ form: "untie-google", problems });
  }
  await untieFromGoogle(user.id);
  throw done("google_untied");
}

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
  };
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
export function browserName(userAgent: string): string | null {
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(" · ") || null;
}
