import { Form, useNavigation } from "react-router";
import type { Route } from "./+types/bid.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatCad } from "#values/money.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { BidFields } from "./bid-fields.tsx";
import { answerBidPost, loadBidPage } from "./bid-page.server.ts";
import { bidFailureText, bidProblemText } from "./bid-words.ts";

export function loader(args: Route.LoaderArgs) {
  return loadBidPage(args, args.params.id);
}

export function action(args: Route.ActionArgs) {
  return answerBidPost(args, args.params.id);
}

export function meta(args: Route.MetaArgs) {
  const car = args.loaderData ? formatListingTitle(args.loaderData.listing) : "";
  return pageMeta(args, { title: m.bid_page_title({ car }), isPrivate: true });
}

/** The dialog "Place your bid!" as a page: where no script runs, and after signing in for it. */
export default function BidPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, viewer, bidId } = loaderData;
  const locale = getLocale();
  const isSending = useNavigation().state !== "idle";
  const refusal = actionData?.code ?? viewer.bidRefusal;
  return (
    <div className="on-subtle">
      <div className="wrap">
        <div className="wz one">
          <div>
            <h1>{m.bid_title()}</h1>
            {actionData?.placedCad != null && (
              <div className="msg ok mt-4" role="status">
                <div>
                  <p>{m.bid_placed()}</p>
                  <p className="small font-normal">
                    {m.bid_placed_next({ price: formatCad(actionData.placedCad, locale) })}
                  </p>
                </div>
              </div>
            )}
            {actionData?.placedCad == null && viewer.bidder && (
              <Form method="post" className="card pad mt-4" noValidate>
                <input type="hidden" name="bidId" value={actionData?.bidId ?? bidId} />
                <ErrorSummary
                  problems={(actionData?.problems ?? []).map(({ field, code }) => ({
                    id: field,
                    message: bidProblemText(code, locale),
                  }))}
                >
                  {refusal && <p>{bidFailureText(refusal)}</p>}
                </ErrorSummary>
                <BidFields
                  listing={listing}
                  bidder={viewer.bidder}
                  problems={actionData?.problems ?? []}
                  typed={actionData?.typed}
                  isSending={isSending}
                />
              </Form>
            )}
            {actionData?.placedCad == null && !viewer.bidder && refusal && (
              <p className="msg warn mt-4">{bidFailureText(refusal)}</p>
            )}
            <Link
              to={paths.listing(listing.id)}
              className={`${buttonClass({ look: "ghost" })} mt-5`}
            >
              {m.bid_back()}
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
