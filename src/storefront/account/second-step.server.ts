import { passSecondFactor } from "#backoffice/identity/second-factor.server.ts";
import { userOfRequest } from "#backoffice/identity/session.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserOf, leadOn, type PageArgs } from "./account-access.server.ts";
import { refused, tooManyTries } from "./account-answer.ts";
import { readFields } from "./account-fields.server.ts";
import { limitAddress } from "./account-limits.server.ts";
import { landing } from "./landing.ts";

const FORM = "second-step";

/** Signs in whom the right password brought here, by a code of the app or a recovery code. */
export async function answerSecondStep(args: PageArgs) {
  const limit = limitAddress(visitorOf(args.context).ipAddress);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const code = readSecondCode(field("code"));
  if (!code) {
    return refused({ form: FORM, problems: [{ control: "code", text: m.account_code_missing() }] });
  }
  const browser = browserOf(args);
  const result = await passSecondFactor(browser, code);
  if (result.ok) {
    const cookie = result.cookies.map((each) => each.split(";")[0]).join("; ");
    const user = await userOfRequest(new Headers({ cookie }), browser.protocol, now());
    throw leadOn(landing(field("returnTo"), user?.role ?? "buyer"), result.cookies);
  }
  if (result.code === "step_expired") {
    throw leadOn(`${hrefIn(paths.signIn())}?notice=step_expired`);
  }
  return refused({ form: FORM, problems: [{ control: "code", text: m.account_code_wrong() }] });
}

/** Six digits however they are spaced, or a recovery code as it was shown. */
export function readSecondCode(typed: string): string {
  const tight = typed.replace(/[\s\u00A0\u202F]/gu, "");
  return /^\d{3}-?\d{3}$/.test(tight) ? tight.replace("-", "") : tight.slice(0, 64);
}
