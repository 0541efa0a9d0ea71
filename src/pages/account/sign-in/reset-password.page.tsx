import { data } from "react-router";
import type { Route } from "./+types/reset-password.page.ts";
import { resetPasswordForm } from "#domain/identity/account.form.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { resetPassword } from "#domain/identity/password.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { leavesFactor } from "#domain/identity/remove-credentials.server.ts";
import { listCredentials } from "#domain/identity/credentials.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink, refusePassword, refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { LinkUsedUp } from "#pages/form/mail-link.tsx";
import { showCredentials } from "./reset-password.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: LinkPageArgs) {
  const visitor = readVisitor(args);
  const link = await findLink("reset_password", args.params.token);
  if (!link) return null;
  return {
    email: link.email,
    ...(await showCredentials(link.userId, visitor.locale)),
    view: showForm(resetPasswordForm({ hasSecondFactor: false }), visitor),
  };
}

export async function action(args: LinkPageArgs) {
  const post = await requireFormPost(args);
  const removes = [...(post.raw.get(REMOVES) ?? [])];
  const link = await findLink("reset_password", args.params.token);
  const credentials = link ? await listCredentials(link.userId) : [];
  const form = resetPasswordForm({ hasSecondFactor: leavesFactor(credentials, removes) });
  const outcome = await handleForm(form, post, async (typed) => {
    const limit = await limitAddress(post.visitor.ipAddress);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const chosen = { password: typed["new-password"], removes };
    const result = await resetPassword(args.params.token, chosen);
    if (result.ok)
      return { ok: true, redirectTo: `${hrefIn(paths.signIn())}?notice=password_reset` };
    return result.code === "refused_password"
      ? refusePassword("new-password", result.fault)
      : refuseUsedLink();
  });
  // A refused form shows its boxes as they were.
  return data({ ...outcome.data, removes }, outcome.init ?? undefined);
}

/** The control of the boxes: the credentials to remove. */
const REMOVES = "remove";

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_reset_title(), isPrivate: true });

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <LinkUsedUp again={paths.forgotPassword()} />;
  const { email, view, waysIn: credentials, sessions } = loaderData;
  const isTicked = (reference: string) => actionData?.removes.includes(reference) ?? true;
  return (
    <NarrowPage title={m.account_reset_title()} lead={m.account_reset_text({ email })}>
      <AccountForm view={latestView(actionData, view)} submit={m.account_reset_button()}>
        <fieldset className="field mb-4">
          <legend className="mb-2 font-semibold">{m.account_reset_ways_in()}</legend>
          <p className="small muted mb-3">{m.account_reset_ways_in_text()}</p>
          {credentials.map(({ reference, text }) => (
            <label key={reference} className="checkbox-row wrap-anywhere">
              <input
                className="choice-input"
                type="checkbox"
                name={REMOVES}
                value={reference}
                defaultChecked={isTicked(reference)}
              />
              <i aria-hidden />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        {sessions.length > 0 && (
          <>
            <p className="mb-2 font-semibold">{m.account_reset_signed_out()}</p>
            <ul className="small mb-4">
              {sessions.map(({ id, browser, seen }) => (
                <li key={id}>
                  {browser} · {m.account_session_seen({ when: seen })}
                </li>
              ))}
            </ul>
          </>
        )}
      </AccountForm>
    </NarrowPage>
  );
}
