import { data, redirect, type RouterContextProvider } from "react-router";
import { may } from "#backoffice/identity/permission.ts";
import { paths } from "#paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { localPath } from "#storefront/layout/theme.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readEmail } from "#vocabulary/email.ts";
import type { Role } from "#vocabulary/role.ts";
import { offeredDemoAccounts } from "./demo-accounts.server.ts";
import { signIn } from "./sign-in.server.ts";

export type SignInProblem =
  | { code: "email_missing" | "email_format"; control: "email" }
  | { code: "password_missing"; control: "password" }
  | { code: "wrong_credentials"; control: null }
  | { code: "too_many_tries"; control: null; minutes: number };

/** What the page shows again: the e-mail as typed, never the password. */
export type SignInAnswer = { problems: SignInProblem[]; email: string };

/** Signs in what the form holds and leads on, with the session's cookie; or says what was wrong. */
export async function answerSignInPost(request: Request, context: Readonly<RouterContextProvider>) {
  const { ipAddress, origin } = visitorOf(context);
  const fields = await request.formData();
  const typed = readTyped(fields);
  const problems = problemsOf(typed);
  if (problems.length > 0) return refuse({ problems, email: typed.email }, 422);

  const result = await signIn({
    ...typed,
    ipAddress,
    protocol: origin.startsWith("https:") ? "https" : "http",
    headers: request.headers,
  });
  if (result.ok) {
    const headers = new Headers(result.cookies.map((cookie) => ["set-cookie", cookie]));
    throw redirect(destination(fields.get("returnTo"), result.role), { status: 303, headers });
  }
  if (result.code === "wrong_credentials") {
    return refuse({ problems: [{ code: result.code, control: null }], email: typed.email }, 422);
  }
  const minutes = Math.ceil(result.retryAfterSeconds / 60);
  return refuse(
    { problems: [{ code: result.code, control: null, minutes }], email: typed.email },
    429,
    { "retry-after": String(result.retryAfterSeconds) },
  );
}

function refuse(answer: SignInAnswer, status: number, headers: Record<string, string> = {}) {
  return data(answer, { status, headers });
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

/** Where the person was going; else the inbox for those who work it, and home for the others. */
function destination(returnTo: FormDataEntryValue | null, role: Role): string {
  const wanted = localPath(returnTo);
  if (wanted !== "/") return wanted;
  return hrefIn(may({ role }, "workLeads") ? paths.leads() : paths.home());
}
