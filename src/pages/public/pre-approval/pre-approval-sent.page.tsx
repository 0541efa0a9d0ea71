import { data } from "react-router";
import { m } from "#messages/messages.js";
import { FollowRequest } from "#pages/public/form-journey/follow-request.tsx";
import { buildEstimateHeaders } from "#pages/public/form-journey/estimate-headers.server.ts";
import { listPassingSteps, SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { ListingCard, PaymentAssumptions } from "#pages/public/listing/listing-card.tsx";
import { EstimateProvider } from "#pages/public/listing/your-budget-context.tsx";
import { RequestRights } from "#pages/public/form-journey/request-rights.tsx";
import { LeadPhoneCard } from "#pages/public/phone-code/lead-phone-card.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/pre-approval-sent.page.ts";
import { EstimateCard } from "./estimate-card.tsx";
import { WantedCarLine } from "./request-summary.tsx";
import {
  handleSentPreApproval,
  openSentPreApproval,
  type OwnPreApproval,
} from "./pre-approval-sent.server.ts";
import stylesheet from "../sell-request/requests.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const page = await openSentPreApproval(args);
  const { reference } = page.facts;
  return data(
    page,
    buildEstimateHeaders(args, { reference, isByLink: page.own?.isByLink === true }),
  );
}

export function action(args: Route.ActionArgs) {
  return handleSentPreApproval(args);
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.pre_approval_sent_title(), isPrivate: true });
}

/** A sent pre-approval: what happens next and by when, and the cars that match it. */
export default function PreApprovalSentPage({
  loaderData: { facts, mayContact, replyBy, own },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.pre_approval_sent_title()}</h1>
        <p>{mayContact ? m.pre_approval_sent_lead() : m.pre_approval_sent_lead_quiet()}</p>
      </div>
      {own && (
        <section className="mb-6" aria-labelledby="status-title">
          <h2 id="status-title" className="text-h3">
            {m.pre_approval_sent_status()}
          </h2>
          <p className="mt-1">{own.status}</p>
        </section>
      )}
      {own && <LeadPhoneCard leadPhone={own.phone} result={actionData} />}
      <SentDetails
        facts={facts}
        isOwn={own !== null}
        nextSteps={[
          ...listPassingSteps(facts),
          m.pre_approval_sent_next_read(),
          mayContact
            ? [m.pre_approval_sent_next_contact(), replyBy].filter(Boolean).join(" ")
            : m.pre_approval_sent_next_quiet({ email: site.email }),
          m.pre_approval_sent_next_lender(),
        ]}
      />
      {own && <Cars own={own} />}
      {own && <FollowRequest {...own.waysBack} />}
      {own && <RequestRights reference={facts.reference} linkKey={own.key} />}
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        {own && (
          <Link className="button" to={own.creditPath}>
            {m.pre_approval_sent_credit()}
          </Link>
        )}
        <Link to={paths.cars()}>{m.pre_approval_sent_cars()}</Link>
      </p>
    </div>
  );
}

/** The car that they asked about, and the cars within the budget, each with its payment. */
function Cars({ own: { car, matches, estimated } }: { own: OwnPreApproval }) {
  return (
    <EstimateProvider estimate={estimated?.estimate ?? null}>
      {estimated && <EstimateCard moves={estimated.moves} known={estimated.facts} />}
      {car && (
        <div className="mt-9 max-w-190">
          <WantedCarLine car={car} isOnPanel />
        </div>
      )}
      <section className="mt-9 print:hidden" aria-labelledby="matches-title">
        <h2 id="matches-title">{m.pre_approval_sent_matches()}</h2>
        {matches.length === 0 ? (
          <p className="mt-2">{m.pre_approval_sent_matches_none()}</p>
        ) : (
          <>
            <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {matches.map((listing) => (
                <ListingCard key={listing.id} listing={listing} />
              ))}
            </div>
            <PaymentAssumptions of={matches} className="mt-5 max-w-reading" />
          </>
        )}
      </section>
    </EstimateProvider>
  );
}
