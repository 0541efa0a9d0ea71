import { findLink } from "#domain/identity/one-time-link.server.ts";
import { startSession } from "#domain/identity/session.server.ts";
import { confirmEmail } from "#domain/identity/sign-up.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserRequest, redirectTo, type PageArgs } from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { readFields } from "./account-fields.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";

const FORM = "confirm";

/** Looking at a link uses nothing up: mail programs look at links too. */
export async function loadConfirmEmail(token: string) {
  const link = await findLink("confirm_email", token);
  return { email: link?.email ?? null };
}

export async function answerConfirmEmail(args: PageArgs, token: string) {
  const { ipAddress } = visitorOf(args.context);
  const link = await findLink("confirm_email", token);
  if (!link) return refused({ form: FORM, problems: [] });
  const limit = limitPassword(ipAddress, link.userId);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const result = await confirmEmail(token, field("password"));
  if (!result.ok) {
    const problems =
      result.code === "wrong_password"
        ? [{ control: "password", text: m.account_confirm_wrong_password() }]
        : [];
    return refused({ form: FORM, problems });
  }
  throw redirectTo(
    hrefIn(paths.account()),
    await startSession(result.userId, browserRequest(args)),
  );
}
