import { saveVerifiedPhone } from "#domain/identity/user.server.ts";
import {
  type CodeOwner,
  sendCode,
  verifyCode,
} from "#domain/phone-verification/phone-verification.server.ts";
import { m } from "#messages/messages.js";
import { refused } from "#pages/session/account-answer.ts";
import { type Fields, readFields } from "#pages/session/account-fields.server.ts";
import { type PageArgs, redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatPhone } from "#values/format.ts";
import { readPhone } from "#values/phone.ts";

/** First the number, then the code that went to it. The number is the account's once it is proved. */
export async function answerPhone(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const field = await readFields(args.request);
  const typed = { phone: field("phone") };
  const read = readPhone(typed.phone);
  if (!read.ok) {
    const problems = [{ control: "phone", text: m.account_phone_not_a_number() }];
    return refused({ form: "phone", problems, typed });
  }
  const phone = read.e164;
  const owner: CodeOwner = { visitorHash: visitor.visitorHash, phone, purpose: "account" };
  const isCheck = field("form") === "phone-code" && field("again") === "";
  return isCheck ? check(owner, user.id, field) : send(owner, new URL(visitor.origin).hostname);

  async function send(to: CodeOwner, host: string) {
    const sent = await sendCode(to, { host, locale: visitor.locale });
    if (sent.ok) return { codeSentTo: formatPhone(phone, visitor.locale), typed };
    const text =
      sent.code === "too_soon"
        ? m.account_phone_too_soon({ seconds: sent.waitSeconds })
        : m.account_phone_send_failed();
    return refused({ form: field("form"), problems: [{ control: null, text }], typed });
  }

  async function check(by: CodeOwner, userId: string, given: Fields) {
    const result = await verifyCode(by, given("code"));
    if (result.ok) {
      await saveVerifiedPhone(userId, by.phone);
      throw redirectTo(`${hrefIn(paths.account())}?notice=phone_verified`);
    }
    const text =
      result.code === "wrong_code" ? m.account_phone_wrong_code() : m.account_phone_code_over();
    return refused({ form: "phone-code", problems: [{ control: "code", text }], typed });
  }
}
