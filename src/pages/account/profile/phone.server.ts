import { data } from "react-router";
import { changePhoneForm, phoneCodeForm, phoneForm } from "#domain/identity/account.form.ts";
import { hasPassword, isRightPassword } from "#domain/identity/password.server.ts";
import { isFreshSignIn } from "#domain/identity/reauthentication.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { saveVerifiedPhone } from "#domain/identity/user.server.ts";
import { describeTooMany, identifyAsker } from "#domain/phone-verification/phone-code.server.ts";
import {
  type CodeOwner,
  hasOpenCode,
  sendCode,
  verifyCode,
} from "#domain/phone-verification/phone-verification.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { refuseStaleSignIn } from "#pages/account/with-reauthentication.server.ts";
import { refuseTooManyTries, refuseWrongPassword } from "#pages/form/refusals.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, requireMember } from "#pages/session/guards.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatPhone } from "#values/format.ts";
import { type E164, readPhone } from "#values/phone.ts";

const commands = defineCommands<Member>()({
  phone: { run: ({ post }, member) => handleNumber(member, post) },
  "phone-code": {
    run({ post }, member) {
      const read = readPhone(rawValue(post.raw, "phone"));
      const isAgain = post.raw.has("again");
      return read.ok && !isAgain ? handleCode(member, post, read.e164) : handleNumber(member, post);
    },
  },
});

/** First the number, then the code sent to it. The number is saved once the code is right. */
export async function handlePhone(args: PageArgs) {
  return runCommand(args, commands, requireMember(args), { otherwise: "phone" });
}

async function handleNumber({ user, visitor }: Member, post: Press["post"]) {
  const typed = rawValue(post.raw, "phone");
  const read = readPhone(typed);
  const send = (phone: E164) => sendCodeTo(phone, typed, visitor);
  // A new code for the same number needs no password: it was given for the first one.
  const isAgain = read.ok && (await hasOpenCode(identifyOwner(read.e164, visitor)));
  if (isAgain || user.phone === null) {
    return handleForm(phoneForm, post, ({ phone }) => send(phone));
  }
  if (!(await hasPassword(user.id))) {
    return handleForm(phoneForm, post, async ({ phone }) =>
      (await isFreshSignIn(visitor.sessionId)) ? send(phone) : refuseStaleSignIn(),
    );
  }
  return handleForm(changePhoneForm, post, async ({ phone, password }) => {
    const limit = await limitPassword(visitor.ipAddress, user.id);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    return (await isRightPassword(user.id, password)) ? send(phone) : refuseWrongPassword();
  });
}

async function handleCode({ user, visitor }: Member, post: Press["post"], phone: E164) {
  const outcome = await handleForm(phoneCodeForm, post, async ({ code }) => {
    const result = await verifyCode(identifyOwner(phone, visitor), code, identifyAsker(visitor));
    if (!result.ok) {
      const wrong = result.code === "wrong_code" ? "wrong" : "over";
      return { ok: false, fieldErrors: [{ question: "code", code: wrong }] };
    }
    await saveVerifiedPhone(user.id, phone);
    return { ok: true, redirectTo: `${hrefIn(paths.account())}?notice=phone_verified` };
  });
  const typed = rawValue(post.raw, "phone");
  return data({ ...outcome.data, phone: typed }, outcome.init ?? undefined);
}

async function sendCodeTo(phone: E164, typed: string, visitor: Visitor) {
  const { locale, origin } = visitor;
  const { hostname } = new URL(origin);
  const sent = await sendCode(identifyOwner(phone, visitor), {
    host: hostname,
    locale,
    asker: identifyAsker(visitor),
  });
  if (sent.ok) return { ok: true, codeSentTo: formatPhone(phone, locale), phone: typed } as const;
  if (sent.code === "too_many") {
    const { retryAfterSeconds } = sent;
    const message = describeTooMany(retryAfterSeconds);
    return { ok: false, status: 429, message, retryAfterSeconds } as const;
  }
  const message =
    sent.code === "too_soon"
      ? m.account_phone_too_soon({ seconds: sent.waitSeconds })
      : m.account_phone_send_failed();
  return { ok: false, status: 422, message } as const;
}

function identifyOwner(phone: E164, { visitorHash }: Visitor): CodeOwner {
  return { visitorHash, phone, purpose: "account" };
}
