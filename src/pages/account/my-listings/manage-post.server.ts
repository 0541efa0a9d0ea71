import { data } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCad } from "#values/money.ts";
import { readNumber } from "#values/number-reading.ts";
import { PRICE_LIMITS_CAD } from "#domain/listing/listing.form.ts";
import { findMove, isMoveAt } from "#domain/listing/listing-state.ts";
import { db } from "#platform/database/database.server.ts";
import { moveListing } from "#domain/bid/move-listing.server.ts";
import { changePrice } from "#domain/listing/write-listing.server.ts";
import { type ListingPageArgs, listingOf } from "./seller-access.server.ts";
import { postedText } from "./posted-text.ts";

/** A price that was not taken, as typed, with what is wrong. */
export type PriceRefusal = { typed: string; problem: string };

/** Everything that the page of one listing posts: a move, or another price. */
export async function answerManagePost(args: ListingPageArgs) {
  const { user, visitor, listing } = await listingOf(args);
  const fields = await postedForm(args.request);
  const intent = postedText(fields, "intent");
  const here = hrefIn(paths.sellerListing(listing.id));
  if (intent === "price") {
    const typed = postedText(fields, "price");
    const price = readNumber(typed, { ...PRICE_LIMITS_CAD, step: 1 });
    if (!price.ok) {
      const isLimit = price.code === "below_min" || price.code === "above_max";
      const min = formatCad(PRICE_LIMITS_CAD.min, visitor.locale);
      const max = formatCad(PRICE_LIMITS_CAD.max, visitor.locale);
      const problem = isLimit ? m.seller_price_limits({ min, max }) : m.seller_price_missing();
      return data<PriceRefusal>({ typed: typed.slice(0, 40), problem }, { status: 422 });
    }
    const changed = await changePrice(user, listing.id, price.value);
    throw redirectTo(`${here}?${changed.ok ? "done=price" : "failed=already_sold"}`);
  }
  if (!isMoveAt("manage", intent)) throw data(null, { status: 400 });
  const result = await db().transaction((transaction) =>
    moveListing(transaction, { by: user, listingId: listing.id, move: intent }),
  );
  if (!result.ok) throw redirectTo(`${here}?failed=${result.code}`);
  const next = intent === "remove" ? hrefIn(paths.sellerListings()) : here;
  // A sale that is taken back may lead to a paused listing as well as to a live one.
  const done = intent === "reopen" ? "reopened" : findMove(intent).to;
  throw redirectTo(`${next}?done=${done}`);
}
