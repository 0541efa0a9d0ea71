import type { Route } from "./+types/accept-terms.page.ts";
import { acceptDealerTerms, findDealerTerms } from "#domain/terms/accept-terms.server.ts";
import { may } from "#domain/identity/permission.ts";
import { dealerTermsForm } from "#domain/terms/dealer-terms.form.ts";
import { m } from "#messages/messages.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import {
  privateHeaders,
  requireFormPost,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { requireDealership } from "./desk.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const member = requirePermission(args, "seeDesk");
  const { user, visitor } = member;
  const dealership = await requireDealership(member);
  return {
    ...(await findDealerTerms(dealership.id)),
    dealershipName: dealership.name,
    view: showForm(dealerTermsForm, visitor),
    mayAccept: may(user, "changeDesk"),
  };
}

/** Accepts the terms for dealerships; a second press changes nothing. */
export async function action(args: Route.ActionArgs) {
  const member = requirePermission(args, "changeDesk");
  const { user, visitor } = member;
  const dealership = await requireDealership(member);
  return handleForm(dealerTermsForm, await requireFormPost(args), async () => {
    const { isAccepted } = await findDealerTerms(dealership.id);
    if (!isAccepted) await acceptDealerTerms(user.id, dealership.id, visitor.locale);
    return { ok: true, redirectTo: hrefIn(paths.acceptDealerTerms(), visitor.locale) };
  });
}

export const handle = OWN_TITLE;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.terms_dealer_title(), isPrivate: true });

export default function AcceptTermsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isAccepted, version, dealershipName, mayAccept, view } = loaderData;
  return (
    <div>
      <div className="page-head">
        <h1>{m.terms_dealer_title()}</h1>
      </div>
      <SectionCard
        title={dealershipName}
        text={m.terms_dealer_text({ dealership: dealershipName })}
      >
        <p className="mb-4">
          <Link className="link" to={paths.dealerTerms()}>
            {m.terms_dealer_read()}
          </Link>
        </p>
        {isAccepted ? (
          <p role="status">{m.terms_dealer_done({ version })}</p>
        ) : !mayAccept ? (
          <p>{m.terms_dealer_manager()}</p>
        ) : (
          <PageForm view={latestView(actionData, view)} submit={m.terms_dealer_accept()} />
        )}
      </SectionCard>
    </div>
  );
}
