import { data } from "react-router";
import { signInWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { paths } from "#site/paths.ts";
import { readEmail } from "#values/email.ts";
import { type Fields, readFields } from "#pages/session/account-fields.server.ts";
import {
  browserRequest,
  type PageArgs,
  readVisitor,
  redirectTo,
} from "#pages/session/guards.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { offeredDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { landing, withReturnTo } from "./landing.ts";
import { signIn } from "#domain/identity/sign-in.server.ts";

export type SignInProblem =
  | { code: "email_missing" | "email_format"; control: "email" }
  | { code: "password_missing"; control: "password" }
  | { code: "wrong_credentials" | "passkey_refused"; control: null }
  | { code: "too_many_tries"; control: null; minutes: number };

/** What the page shows again: the e-mail as typed, never the password. */
export type SignInAnswer = { problems: SignInProblem[]; email: string };

/** Signs in what the form holds and leads on, with the session's cookie; or says what was wrong. */
export async function answerSignIn(args: PageArgs) {
  const field = await readFields(args.request);
  if (field("form") === "passkey") return answerPasskey(args, field);
  const typed = readTyped(field);
  const problems = problemsOf(typed);
  if (problems.length > 0) return refuse({ problems, email: typed.email }, 422);

  const { ipAddress } = readVisitor(args);
  const result = await signIn({ ...typed, ipAddress, request: browserRequest(args) });
  if (result.ok) {
    const returnTo = field("returnTo");
    const next =
      result.role === null
        ? withReturnTo(paths.secondStep(), returnTo)
        : landing(returnTo, result.role);
    throw redirectTo(next, result.cookies);
  }
  if (result.code === "wrong_credentials") {
    return refuse({ problems: [{ code: result.code, control: null }], email: typed.email }, 422);
  }
  return refuseTooMany(result.retryAfterSeconds, typed.email);
}

/** A passkey says by itself whose account it opens, and is both factors in one. */
async function answerPasskey(args: PageArgs, field: Fields) {
  const limit = limitAddress(readVisitor(args).ipAddress);
  if (!limit.ok) return refuseTooMany(limit.retryAfterSeconds, "");
  const result = await signInWithPasskey(browserRequest(args), field("response"));
  if (result.ok) throw await redirectToLanding(field, result);
  return refuse({ problems: [{ code: "passkey_refused", control: null }], email: "" }, 422);
}

/** On to where the person was going. */
export async function redirectToLanding(
  field: Fields,
  signedIn: { userId: string; cookies: string[] },
): Promise<Response> {
  const user = await findUser(signedIn.userId);
  return redirectTo(landing(field("returnTo"), user?.role ?? "buyer"), signedIn.cookies);
}

function refuse(answer: SignInAnswer, status: number, headers: Record<string, string> = {}) {
  return data(answer, { status, headers });
}

function refuseTooMany(retryAfterSeconds: number, email: string) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return refuse({ problems: [{ code: "too_many_tries", control: null, minutes }], email }, 429, {
    "retry-after": String(retryAfterSeconds),
  });
}

/** E-mail and password as typed, or those of the demonstration's account that was pressed. */
function readTyped(field: Fields): { email: string; password: string } {
  const demo = offeredDemoAccounts().find(({ email }) => email === field("demo"));
  return demo ?? { email: field("email").trim(), password: field("password") };
}

function problemsOf({ email, password }: { email: string; password: string }): SignInProblem[] {
  const reading = readEmail(email);
  return [
    ...(reading.ok
      ? []
      : [
          {
            code: reading.code === "empty" ? ("email_missing" as const) : ("email_format" as const),
            control: "email" as const,
          },
        ]),
    ...(password === ""
      ? [{ code: "password_missing" as const, control: "password" as const }]
      : []),
  ];
}
