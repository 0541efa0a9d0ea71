import { deleteAccount } from "#domain/identity/delete-account.server.ts";
import { endSession } from "#domain/identity/session.server.ts";
import { hasPassword } from "#domain/identity/password.server.ts";
import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import {
  browserRequest,
  redirectTo,
  requireMember,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { keptForTheDemo, refused, tooManyTries } from "#pages/session/account-answer.ts";
import { readFields } from "#pages/account/sign-in/account-fields.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";

const FORM = "delete";

export async function loadData(args: PageArgs) {
  const { user } = requireMember(args);
  return {
    email: user.email,
    hasPassword: await hasPassword(user.id),
    isStaff: may({ role: user.role }, "workLeads"),
  };
}

export async function answerDelete(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  if (user.isDemo) return keptForTheDemo(FORM);
  const limit = limitPassword(visitor.ipAddress, user.id);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const result = await deleteAccount(user, field("password"));
  if (!result.ok) {
    const problem =
      result.code === "staff_account"
        ? { control: null, text: m.account_delete_staff() }
        : { control: "password", text: m.account_wrong_password() };
    return refused({ form: FORM, problems: [problem] });
  }
  // The session went with the account; its cookie goes now.
  const cookies = await endSession(browserRequest(args));
  throw redirectTo(`${hrefIn(paths.signIn())}?notice=account_deleted`, cookies);
}
