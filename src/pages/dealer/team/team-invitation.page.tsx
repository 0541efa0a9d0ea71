import { Form } from "react-router";
import type { Route } from "./+types/team-invitation.page.ts";
import {
  acceptInvitation,
  findInvitation,
  findInvitationRefusal,
  type InvitationRefusal,
} from "#domain/dealership-team/invitations.server.ts";
import { acceptTeamInvitationForm } from "#domain/dealership-team/team.form.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { describeDealershipRole } from "#domain/dealership-team/role-words.ts";
import { m } from "#messages/messages.js";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { refuseTooManyTries, refuseUsedLink } from "#pages/form/refusals.ts";
import {
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "../../account/account.css?url";

export const links = () => [pageStyle(stylesheet)];

/** Opening the link uses nothing up. Whoever is not signed in is told what it is for first. */
export async function loader(args: LinkPageArgs) {
  const visitor = readVisitor(args);
  const invitation = await findInvitation(args.params.token);
  const account = visitor.user && (await findUser(visitor.user.id));
  return {
    invitation: invitation && {
      dealership: invitation.dealership,
      byName: invitation.byName,
      roleName: describeDealershipRole(invitation.role).name,
    },
    email: account?.email ?? null,
    refusal: account ? findInvitationRefusal(account) : null,
    returnTo: hrefIn(paths.teamInvitation(args.params.token)),
    view: showForm(acceptTeamInvitationForm, visitor),
  };
}

export async function action(args: LinkPageArgs) {
  const { user, visitor } = requireMember(args);
  return handleForm(acceptTeamInvitationForm, await requireFormPost(args), async () => {
    const limit = await limitAddress(visitor.ipAddress);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    if (visitor.sessionId === null) return refuseUsedLink();
    const session = { userId: user.id, sessionId: visitor.sessionId };
    const accepted = await acceptInvitation(args.params.token, session);
    if (accepted.ok) return { ok: true, redirectTo: hrefIn(paths.secondFactor()) };
    if (accepted.code === "link_used_up") return refuseUsedLink();
    return { ok: false, status: 409, message: REFUSED[accepted.code]() };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_team_invitation_title(), isPrivate: true });

const REFUSED: Record<Exclude<InvitationRefusal, "link_used_up">, () => string> = {
  other_role: m.dealer_team_invitation_other_role,
  not_confirmed: m.dealer_team_invitation_not_confirmed,
  demo_account: m.account_demo_kept,
};

/** Opened by the link that the owner of a dealership handed to a colleague. */
export default function TeamInvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, email, refusal, returnTo, view } = loaderData;
  if (!invitation)
    return (
      <NarrowPage title={m.dealer_team_invitation_title()}>
        <p>{m.dealer_team_invitation_used()}</p>
      </NarrowPage>
    );
  const { dealership, byName, roleName } = invitation;
  return (
    <NarrowPage
      title={m.dealer_team_invitation_heading({ dealership })}
      lead={
        byName
          ? m.dealer_team_invitation_by({ name: byName, role: roleName })
          : m.dealer_team_invitation_as({ role: roleName })
      }
    >
      <p className="mb-4">{m.dealer_team_invitation_text({ site: site.name })}</p>
      {email === null ? (
        <div className="flex flex-wrap gap-3">
          <Link className={buttonClass()} to={`${paths.signIn()}?${returning(returnTo)}`}>
            {m.dealer_team_invitation_sign_in()}
          </Link>
          <Link
            className={buttonClass({ variant: "ghost" })}
            to={`${paths.signUp()}?${returning(returnTo)}`}
          >
            {m.dealer_team_invitation_sign_up()}
          </Link>
        </div>
      ) : (
        <>
          <p className="muted mb-4">{m.account_signed_in_as({ name: email })}</p>
          {refusal ? (
            <div className="notice notice--warn mb-4">
              <p>{REFUSED[refusal]()}</p>
            </div>
          ) : (
            <PageForm
              view={latestView(actionData, view)}
              submit={m.dealer_team_invitation_accept()}
            />
          )}
          <Form method="post" action={hrefIn(paths.signOut())} className="mt-4" reloadDocument>
            <input type="hidden" name="returnTo" value={returnTo} />
            <button className="button button--ghost">{m.staff_sign_in_as_other()}</button>
          </Form>
        </>
      )}
    </NarrowPage>
  );
}

function returning(returnTo: string): string {
  return new URLSearchParams({ returnTo }).toString();
}
