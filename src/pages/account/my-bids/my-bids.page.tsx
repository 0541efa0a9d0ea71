import type { Route } from "./+types/my-bids.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { paths } from "#site/paths.ts";
import { requireMember } from "#pages/session/guards.server.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { formatCarName } from "#values/car-name.ts";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { BidStateChip } from "#pages/public/listing/bid-state-chip.tsx";
import { describeOwnPrice } from "#pages/public/listing/bid-words.ts";
import { listOwnBids, type OwnBid } from "#domain/bid/bid-queries.server.ts";
import { runCommand } from "#pages/command/commands.server.ts";
import { ownBidCommands } from "#pages/public/listing/bid-commands.server.ts";
import { listOwnBidMoves } from "#pages/public/listing/bids-on-listing.server.ts";
import { BidCommandButton } from "#pages/public/listing/bid-command-button.tsx";
import { type BidOnCar, CounterAnswer } from "#pages/public/listing/own-bid.tsx";
import { OwnBidMessage } from "#pages/public/listing/own-bid-message.tsx";

export async function loader(args: Route.LoaderArgs) {
  const bids = await listOwnBids(requireMember(args).user.id);
  return {
    bids: bids.map((bid) => ({ ...bid, moves: listOwnBidMoves(bid, bid.listingSnapshot) })),
  };
}

export async function action(args: Route.ActionArgs) {
  requireMember(args);
  return runCommand(args, ownBidCommands, null);
}

export const handle = OWN_TITLE;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.bid_mine_title(), isPrivate: true });
}

export default function MyBidsPage({ loaderData: { bids }, actionData }: Route.ComponentProps) {
  return (
    <div>
      <div className="page-head">
        <h1>{m.bid_mine_title()}</h1>
        <p>{m.bid_mine_text()}</p>
      </div>
      <div className="grid gap-4">
        <OwnBidMessage result={actionData?.answered ?? null} />
        {bids.length === 0 ? (
          <EmptyState title={m.bid_mine_none_title()}>
            <p>{m.bid_mine_none_text()}</p>
            <Link to={paths.cars()} className={buttonClass()}>
              {m.bid_mine_cars()}
            </Link>
          </EmptyState>
        ) : (
          <ul className="bid-rows">
            {bids.map((bid) => (
              <BidRow key={bid.id} bid={bid} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function BidRow({ bid }: { bid: OwnBid & Pick<BidOnCar, "moves"> }) {
  const locale = getLocale();
  const { listing } = bid;
  const title = formatCarName(listing);
  return (
    <li className="card bid-row">
      <ListingPicture listing={listing} sizes="160px" widthsPx={[300, 480]} isDecorative />
      <div className="bid-row__about">
        <h2 className="text-lg">
          {bid.hasPage ? <Link to={paths.listing(listing.id)}>{title}</Link> : title}
        </h2>
        <p className="figures mt-1">
          <b>{describeOwnPrice(bid, locale)}</b>{" "}
          <span className="muted">
            {m.bid_asking({ price: formatCad(listing.priceCad, locale) })}
          </span>
        </p>
        <p className="small muted">
          {m.bid_mine_date({ date: formatDateTime(bid.placedAt, locale) })}
        </p>
        {bid.message && <p className="small mt-2 whitespace-pre-line">{bid.message}</p>}
        {bid.state === "accepted" && <p className="small mt-2">{m.bid_mine_seller_note()}</p>}
        <CounterAnswer bid={bid} />
        <DealLink reference={bid.dealReference} />
        {bid.moves.includes("withdraw") && (
          <div className="small mt-2">
            {bid.canBeChanged && (
              <>
                <Link to={paths.placeBid(listing.id)} className="link">
                  {m.bid_change()}
                </Link>
                {" · "}
              </>
            )}
            <BidCommandButton press="withdraw" bidId={bid.id} variant="link">
              {m.bid_withdraw()}
            </BidCommandButton>
          </div>
        )}
      </div>
      <BidStateChip bid={bid} isOnHold={bid.listingSnapshot.reservedAt !== null} />
    </li>
  );
}
