import type { Route } from "./+types/email-code.page.ts";
import { emailCodeForm } from "#domain/identity/account.form.ts";
import { isDemoMode } from "#domain/identity/auth.server.ts";
import { findEmailSignIn } from "#domain/identity/email-sign-in.server.ts";
import { finishEmailSignIn } from "#domain/identity/enter-by-email.server.ts";
import { acceptSiteTerms } from "#domain/terms/accept-terms.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  type PageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { withReturnTo } from "./choose-redirect.ts";
import { redirectAfterMailProof, redirectToSignIn } from "./sign-in.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const waiting = await findEmailSignIn(browserRequest(args));
  if (!waiting) throw redirectToSignIn(args, "code_over");
  return {
    email: waiting.email,
    hasOutbox: isDemoMode(),
    returnTo: new URL(args.request.url).searchParams.get("returnTo"),
    view: showForm(emailCodeForm, readVisitor(args)),
  };
}

/** Signs in by the code of the mail, in the browser that asked for it. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  return handleForm(emailCodeForm, post, async ({ code }) => {
    const { ipAddress } = post.visitor;
    const result = await finishEmailSignIn(
      browserRequest(args),
      { code, ipAddress },
      acceptSiteTerms("web: /register, code of the mail"),
    );
    if (result.ok) throw await redirectAfterMailProof(args, result);
    if (result.code === "too_many_tries") return refuseManyCodes(result.retryAfterSeconds);
    if (result.code === "wrong_code")
      return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
    throw redirectToSignIn(args, "code_over");
  });
}

/** Codes can be guessed, so the tries are limited; a link cannot be guessed. */
function refuseManyCodes(retryAfterSeconds: number) {
  const message = m.account_too_many_codes({ minutes: Math.ceil(retryAfterSeconds / 60) });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_email_code_title(), isPrivate: true });

/** Shows the same whether or not the address has an account. */
export default function EmailCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasOutbox, returnTo, view } = loaderData;
  return (
    <NarrowPage title={m.account_email_code_title()} lead={m.account_email_code_text({ email })}>
      <AccountForm
        view={latestView(actionData, view)}
        submit={m.account_continue()}
        size="lg"
        block
      />
      <p className="muted mt-6">{m.account_mail_not_there()}</p>
      <ul className="stack mt-4">
        {hasOutbox && (
          <li>
            <Link className="link" to={paths.demoOutbox()}>
              {m.account_open_outbox()}
            </Link>
          </li>
        )}
        <li>
          <a className="link" href={withReturnTo(paths.signIn(), returnTo)}>
            {m.account_email_code_other()}
          </a>
        </li>
      </ul>
    </NarrowPage>
  );
}
