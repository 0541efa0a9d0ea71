import { data, type RouterContextProvider } from "react-router";
import { signInWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { paths } from "#site/paths.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { localPath } from "#site/local-path.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { readEmail } from "#values/email.ts";
import { browserRequest, redirectTo } from "#pages/session/guards.server.ts";
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
export async function answerSignInPost(request: Request, context: Readonly<RouterContextProvider>) {
  const { ipAddress } = visitorOf(context);
  const fields = await postedForm(request);
  if (fields.get("form") === "passkey") return answerPasskey(request, context, fields);
  const typed = readTyped(fields);
  const problems = problemsOf(typed);
  if (problems.length > 0) return refuse({ problems, email: typed.email }, 422);

  const result = await signIn({
    ...typed,
    ipAddress,
    request: browserRequest({ request, context }),
  });
  if (result.ok) {
    const returnTo = fields.get("returnTo");
    const next =
      result.role === null
        ? withReturnTo(paths.secondStep(), localPath(returnTo))
        : landing(returnTo, result.role);
    throw redirectTo(next, result.cookies);
  }
  if (result.code === "wrong_credentials") {
    return refuse({ problems: [{ code: result.code, control: null }], email: typed.email }, 422);
  }
  return refuseTooMany(result.retryAfterSeconds, typed.email);
}

/** A passkey says by itself whose account it opens, and is both factors in one. */
async function answerPasskey(
  request: Request,
  context: Readonly<RouterContextProvider>,
  fields: FormData,
) {
  const limit = limitAddress(visitorOf(context).ipAddress);
  if (!limit.ok) return refuseTooMany(limit.retryAfterSeconds, "");
  const response = fields.get("response");
  const from = browserRequest({ request, context });
  const result = typeof response === "string" ? await signInWithPasskey(from, response) : null;
  if (!result?.ok) {
    return refuse({ problems: [{ code: "passkey_refused", control: null }], email: "" }, 422);
  }
  const user = await findUser(result.userId);
  throw redirectTo(landing(fields.get("returnTo"), user?.role ?? "buyer"), result.cookies);
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
function readTyped(fields: FormData): { email: string; password: string } {
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const demo = offeredDemoAccounts().find(({ email }) => email === fields.get("demo"));
  return demo ?? { email: textOf("email").trim(), password: textOf("password") };
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
