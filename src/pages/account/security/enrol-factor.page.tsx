import type { Route } from "./+types/enrol-factor.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { beginEnrolment, isOwnEnrolment } from "#domain/identity/factor-enrolment.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseTooManyTries, refuseUsedLink } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

const form = buttonForm("enrol-factor");

export async function loader(args: LinkPageArgs) {
  const { user, visitor } = requireMember(args);
  return {
    isGood: await isOwnEnrolment(args.params.token, user.id),
    view: showForm(form, visitor),
  };
}

export async function action(args: LinkPageArgs) {
  const { user, visitor } = requireMember(args);
  const { sessionId } = visitor;
  return handleForm(form, await requireFormPost(args), async () => {
    const limit = await limitAddress(visitor.ipAddress);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    if (sessionId === null) return refuseUsedLink();
    const result = await beginEnrolment(args.params.token, { userId: user.id, sessionId });
    return result.ok ? { ok: true, redirectTo: hrefIn(paths.secondFactor()) } : refuseUsedLink();
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_enrol_title(), isPrivate: true });

/**
 * Opened by an administrator's link: permission to set up the first second factor, in this session.
 */
export default function EnrolFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isGood, view } = loaderData;
  return (
    <NarrowPage title={m.account_enrol_title()} lead={isGood ? m.account_enrol_text() : undefined}>
      {isGood ? (
        <AccountForm view={latestView(actionData, view)} submit={m.account_enrol_button()} />
      ) : (
        <p>{m.account_enrol_used()}</p>
      )}
    </NarrowPage>
  );
}
