import {
  beginPasskey,
  finishPasskey,
  isLastFactor,
  MOST_PASSKEYS,
  removePasskey,
  renamePasskey,
} from "#domain/identity/passkey.server.ts";
import { PASSWORD_MIN_LENGTH } from "#domain/identity/password-rule.ts";
import { data } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import {
  browserRequest,
  redirectTo,
  requireMember,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import type { Fields } from "#pages/session/account-fields.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import type { PasskeySetupView } from "./passkeys.tsx";

const FORM = /^(begin|finish|rename|remove)-passkey(?:-([\w-]{1,64}))?$/;
const MOST_NAME_LENGTH = 60;

/** Answers the forms of the passkeys; null where the form is another's. */
export function answerPasskeys(args: PageArgs, field: Fields) {
  const form = field("form");
  const [, what, id = ""] = FORM.exec(form) ?? [];
  if (what === "begin") return begin(args, field, form);
  if (what === "finish") return finish(args, field);
  if (what === "rename") return rename(args, field, { form, id });
  if (what === "remove") return remove(args, field, { form, id });
  return null;
}

function done(notice: string, cookies: readonly string[] = []): Response {
  return redirectTo(`${hrefIn(paths.secondFactor())}?${new URLSearchParams({ notice })}`, cookies);
}

async function begin(args: PageArgs, field: Fields, form: string) {
  const { user, visitor } = requireMember(args);
  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(form, limit.retryAfterSeconds);
  const begun = await beginPasskey(browserRequest(args), user, field("password"));
  if (!begun.ok) {
    const problem =
      begun.code === "wrong_password"
        ? { control: "password", text: m.account_wrong_password() }
        : { control: null, text: m.account_passkey_too_many({ count: MOST_PASSKEYS }) };
    return refused({ form, problems: [problem] });
  }
  const passkey: PasskeySetupView = {
    options: JSON.stringify(begun.options),
    codes: begun.recoveryCodes?.join(" ") ?? null,
  };
  return data({ passkey }, { headers: { "set-cookie": begun.cookie } });
}

async function finish(args: PageArgs, field: Fields) {
  const { user } = requireMember(args);
  const name = nameIn(field) || m.account_passkey_name_default();
  const finished = await finishPasskey(browserRequest(args), user.id, {
    response: field("response"),
    name,
  });
  if (finished.ok) throw done(finished.isFirstFactor ? "passkey_on" : "passkey_added");
  const problems = [{ control: null, text: m.account_passkey_failed() }];
  return refused({ form: "begin-passkey", problems });
}

async function rename(args: PageArgs, field: Fields, { form, id }: { form: string; id: string }) {
  const { user } = requireMember(args);
  const name = nameIn(field);
  if (!name) {
    const problems = [{ control: "name", text: m.account_passkey_name_missing() }];
    return refused({ form, problems });
  }
  await renamePasskey(user.id, id, name);
  throw done("passkey_renamed");
}

async function remove(args: PageArgs, field: Fields, { form, id }: { form: string; id: string }) {
  const { user, visitor } = requireMember(args);
  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(form, limit.retryAfterSeconds);
  const password = field("password");
  // From eight characters on a password will do only with a second factor beside it.
  if ([...password].length < PASSWORD_MIN_LENGTH && (await isLastFactor(user.id))) {
    const text = m.account_second_factor_password_short({ count: PASSWORD_MIN_LENGTH });
    return refused({ form, problems: [{ control: "password", text }] });
  }
  const removed = await removePasskey(browserRequest(args), user.id, { id, password });
  if (removed.ok) {
    throw done(removed.isLastFactor ? "second_factor_off" : "passkey_removed", removed.cookies);
  }
  // Gone already, in another window: what was asked for is so.
  if (removed.code === "no_such_passkey") throw done("passkey_removed");
  const problems = [{ control: "password", text: m.account_wrong_password() }];
  return refused({ form, problems });
}

function nameIn(field: Fields): string {
  return field("name")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MOST_NAME_LENGTH);
}
