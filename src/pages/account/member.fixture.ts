import { browser, mailTo, type TestBrowser, tokenIn } from "./account.fixture.ts";
import { handleSecurity } from "./security/security.server.ts";
import * as confirmEmailPage from "./sign-in/confirm-email.page.tsx";
import * as resetPasswordPage from "./sign-in/reset-password.page.tsx";
import * as signInPage from "./sign-in/sign-in.page.tsx";
import * as signUpPage from "./sign-in/sign-up.page.tsx";

export const PASSWORD = "maple-canoe-thunder-9";
export const OTHER_PASSWORD = "river-lantern-bicycle";

export const signUp = (
  visitor: TestBrowser,
  email: string,
  password = PASSWORD,
  path = "/register",
) => visitor.post(signUpPage.action, { name: "Amara Okafor", email, password }, path);
export const confirm = (visitor: TestBrowser, token: string, password = PASSWORD) =>
  visitor.post((args) => confirmEmailPage.action({ ...args, params: { token } }), { password });
export const signIn = (visitor: TestBrowser, email: string, password = PASSWORD) =>
  visitor.post(signInPage.action, { email, password });
export const reset = (visitor: TestBrowser, token: string, password: string) =>
  visitor.post((args) => resetPasswordPage.action({ ...args, params: { token } }), {
    "new-password": password,
  });
export const secure = (visitor: TestBrowser, fields: Record<string, string>) =>
  visitor.post(handleSecurity, fields);

/** A person with a confirmed account, signed in. */
export async function member(email: string): Promise<TestBrowser> {
  const visitor = browser();
  await signUp(visitor, email);
  await confirm(visitor, tokenIn(await mailTo(email, /confirm/), "/register/confirm"));
  return visitor;
}
