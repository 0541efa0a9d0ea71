import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  hasAuthenticatorApp,
  hasSecondFactor,
  renewRecoveryCodes,
} from "#domain/identity/second-factor.server.ts";
import { listPasskeys } from "#domain/identity/passkey.server.ts";
import { PASSWORD_MIN_LENGTH } from "#domain/identity/password-rule.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";
import {
  browserRequest,
  redirectTo,
  requireMember,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { keptForTheDemo, refused, tooManyTries } from "#pages/session/account-answer.ts";
import { type Fields, readFields, readSecondCode } from "#pages/session/account-fields.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { answerPasskeys } from "./passkeys.server.ts";

export async function loadSecondFactor(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const passkeys = await listPasskeys(user.id);
  const day = (at: Date) => formatDate(at, visitor.locale);
  return {
    email: user.email,
    isOn: await hasSecondFactor(user.id),
    hasApp: await hasAuthenticatorApp(user.id),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: day(createdAt),
      used: lastUsedAt && day(lastUsedAt),
    })),
    hasPassword: await hasPassword(user.id),
    isRequired: user.lacksSecondFactor ?? false,
  };
}

/** A square holds 666 bytes; the key of the longest address is shorter. */
const MOST_KEY_LENGTH = 600;

/** The key is shown on the answering page only; a wrong code shows it again from the form itself. */
export async function answerSecondFactor(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const field = await readFields(args.request);
  const form = field("form");
  if (user.isDemo) return keptForTheDemo(form);
  const aboutPasskeys = answerPasskeys(args, field);
  if (aboutPasskeys) return aboutPasskeys;
  const browser = browserRequest(args);
  if (form === "finish") return finish(args, field);

  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(form, limit.retryAfterSeconds);
  const password = field("password");
  const wrong = () =>
    refused({ form, problems: [{ control: "password", text: m.account_wrong_password() }] });
  if (form === "begin") {
    const begun = await beginSecondFactor(browser, password);
    if (!begun.ok) return wrong();
    return { setup: { uri: begun.setup.uri, codes: begun.setup.recoveryCodes.join(" ") } };
  }
  if (form === "renew-codes") {
    const renewed = await renewRecoveryCodes(browser, password);
    return renewed.ok ? { renewed: renewed.recoveryCodes.join(" ") } : wrong();
  }
  // From eight characters on a password will do only with a second factor beside it.
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    const text = m.account_second_factor_password_short({ count: PASSWORD_MIN_LENGTH });
    return refused({ form: "end", problems: [{ control: "password", text }] });
  }
  const ended = await endSecondFactor(browser, user.id, password);
  if (!ended.ok) return wrong();
  throw redirectTo(`${hrefIn(paths.accountSecurity())}?notice=second_factor_off`, ended.cookies);
}

async function finish(args: PageArgs, field: Fields) {
  const { user } = requireMember(args);
  const code = readSecondCode(field("code"));
  const finished = await finishSecondFactor(browserRequest(args), user.id, code);
  if (finished.ok) {
    throw redirectTo(
      `${hrefIn(paths.accountSecurity())}?notice=second_factor_on`,
      finished.cookies,
    );
  }
  const uri = field("uri");
  // It is drawn as a link: nothing but the key of an authenticator app may stand there.
  const typed = { uri: isAppKey(uri) ? uri : "", codes: field("codes") };
  const problems = [{ control: "code", text: m.account_code_wrong() }];
  return refused({ form: "finish", problems, typed });
}

function isAppKey(uri: string): boolean {
  return uri.startsWith("otpauth://totp/") && uri.length <= MOST_KEY_LENGTH;
}
