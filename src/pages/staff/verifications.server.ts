import { asc, eq } from "drizzle-orm";
import { data } from "react-router";
import { describeFact, nameFact } from "#domain/declaration/describe-declared.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import {
  requireFormPost,
  requirePermission,
  redirectTo,
  type PageArgs,
} from "#pages/session/guards.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { db } from "#platform/database/database.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { listingReviewForm } from "#domain/listing/listing.form.ts";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import {
  decideDeclaredChange,
  listWaitingChanges,
} from "#domain/listing/declared-changes.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isMoveAt } from "#domain/listing/listing-buttons.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { listSellersOfManyCars } from "#domain/listing/many-cars.server.ts";
import { findLiveListingsByVin, listSharedVins } from "#domain/listing/same-vin.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { moveListing } from "#domain/sale/move-with-offers.server.ts";
import {
  decideVerification,
  listOpenVerifications,
} from "#domain/seller-verification/seller-verification.server.ts";

/** Who and what waits for staff. */
export async function listWaitingForStaff(args: PageArgs) {
  const { visitor } = requirePermission(args, "reviewListings");
  const rows = await db()
    .select({
      id: listingTable.id,
      year: listingTable.year,
      make: listingTable.make,
      model: listingTable.model,
      trim: listingTable.trim,
      priceCad: listingTable.priceCad,
      description: listingTable.description,
      vin: listingTable.vin,
      sellerName: userTable.name,
    })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .where(eq(listingTable.state, "in_review"))
    .orderBy(asc(listingTable.createdAt), asc(listingTable.id))
    .limit(100);
  const live = await findLiveListingsByVin(rows.map(({ vin }) => vin));
  const [corrections, sharedVins, sellersOfMany] = await Promise.all([
    listWaitingChanges(100),
    listSharedVins(100),
    listSellersOfManyCars(100),
  ]);
  const { locale } = visitor;
  return {
    requests: await listOpenVerifications(),
    sharedVins,
    sellersOfMany,
    corrections: corrections.map(({ id, fact, earlier, answer, at, ...car }) => ({
      id,
      at,
      listingId: car.listingId,
      title: formatListingTitle(car),
      sellerName: car.sellerName,
      fact: nameFact(fact, locale),
      earlier: describeFact(fact, earlier, locale),
      answer: describeFact(fact, answer, locale),
    })),
    listings: rows.map(({ vin, ...row }) => ({
      ...row,
      title: formatListingTitle(row),
      view: showForm(listingReviewForm(row.id), visitor),
      sameVin: (vin && live.get(vin)) || [],
    })),
  };
}

/** Staff's answer to a seller or about a listing. */
export async function answerStaffPost(args: PageArgs) {
  const { user } = requirePermission(args, "reviewListings");
  const post = await requireFormPost(args);
  const id = rawValue(post.raw, "id");
  const intent = rawValue(post.raw, "intent");
  const here = hrefIn(paths.staffVerifications());
  if (intent === "verified" || intent === "declined") {
    requirePermission(args, "verifySeller");
    await decideVerification(user, id, intent);
    throw redirectTo(here);
  }
  if (intent === "confirmed" || intent === "declined-correction") {
    requirePermission(args, "approveListings");
    const decision = intent === "confirmed" ? "confirmed" : "declined";
    await decideDeclaredChange(user, id, decision);
    throw redirectTo(here);
  }
  if (!isMoveAt("review", intent)) throw data(null, { status: 400 });
  requirePermission(args, "approveListings");
  return answerForm(listingReviewForm(id), post, async ({ reason = "" }) => {
    const moved = await db().transaction((transaction) =>
      moveListing(transaction, { by: user, listingId: id, move: intent, reason }),
    );
    if (!moved.ok && moved.code === "ad_breaks_rule")
      return { ok: false, message: m.ad_findings_staff_refused(), status: 422 };
    return { ok: true, redirectTo: here };
  });
}
