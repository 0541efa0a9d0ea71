import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { paths } from "#site/paths.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { site } from "#site/site.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime, formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { Route } from "./+types/dealer-requests.page.ts";
import { type ListedRequest, loadDealerRequests } from "./dealer-request.server.ts";
import { RequestStateChip } from "./request-state-chip.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadDealerRequests(args);
}

export const handle = OWN_TITLE;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_title(), isPrivate: true });

/** The sell requests near a dealership, and what it offered for each car. */
export default function RequestsPage({ loaderData }: Route.ComponentProps) {
  const { dealershipName, isStaff, requests, notice, newestOnly, owesTerms } = loaderData;
  return (
    <div>
      <div className="page-head">
        <h1>{m.dealer_title()}</h1>
        <p>
          {isStaff && m.dealer_lead_staff()}
          {dealershipName !== null && m.dealer_lead({ dealership: dealershipName })}
        </p>
      </div>
      <NoticeLine notice={notice} />
      {owesTerms && (
        <p className="notice mb-4">
          {m.terms_dealer_ask({ name: site.name })}{" "}
          <Link to={paths.acceptDealerTerms()}>{m.terms_dealer_read()}</Link>
        </p>
      )}
      {requests.length === 0 ? (
        <EmptyState title={m.dealer_none_title()}>
          <p>
            {isStaff || dealershipName !== null
              ? m.dealer_none_text()
              : m.dealer_no_dealership({ email: site.email })}
          </p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {requests.map((request) => (
            <RequestRow key={request.reference} request={request} isStaff={isStaff} />
          ))}
        </ul>
      )}
      {newestOnly !== null && (
        <p className="small muted mt-4">{m.dealer_newest_only({ count: newestOnly })}</p>
      )}
    </div>
  );
}

function RequestRow({ request, isStaff }: { request: ListedRequest; isStaff: boolean }) {
  const locale = getLocale();
  const { reference, car, city, odometerKm, offerCount, invitedAt, state } = request;
  const { offerCad, counterCad } = request;
  const listing = {
    illustration: request.illustration,
    bodyType: request.style,
    exteriorColour: request.colour,
    photo: request.photo && { ...request.photo, alt: "" },
  };
  return (
    <li className="card relative grid grid-cols-[96px_1fr] items-center gap-x-4 gap-y-3 p-4 hover:bg-muted sm:grid-cols-[112px_1fr_auto] sm:px-5">
      <div className="aspect-16/10 overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
        <ListingPicture listing={listing} sizes="112px" isDecorative />
      </div>
      <div className="min-w-0">
        <h2 className="text-lead leading-tight">
          <Link
            to={paths.dealerRequest(reference)}
            className="no-underline after:absolute after:inset-0"
          >
            {car}
          </Link>
        </h2>
        <p className="small muted figures">
          {[odometerKm === null ? null : formatKm(odometerKm, locale), city]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p className="fine-print muted figures">
          {reference} · {formatDateTime(invitedAt, locale)}
        </p>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-3 sm:col-span-1 sm:grid sm:justify-items-end">
        {offerCad !== null && (
          <b className="figures">{m.dealer_your_offer({ amount: formatCad(offerCad, locale) })}</b>
        )}
        {counterCad !== null && (
          <span className="small figures">
            {m.dealer_sellers_price({ amount: formatCad(counterCad, locale) })}
          </span>
        )}
        {isStaff ? (
          <span className="chip">{m.dealer_offer_count({ count: offerCount })}</span>
        ) : (
          <RequestStateChip state={state} />
        )}
      </div>
    </li>
  );
}
