import { asc, eq } from "drizzle-orm";
import { describeFact, nameFact } from "#domain/declaration/describe-declared.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { type Command, defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { db } from "#platform/database/database.server.ts";
import { listingReviewForm } from "#domain/listing/listing.form.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import {
  decideDeclaredChange,
  listWaitingChanges,
} from "#domain/listing/declared-changes.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { formatCarName } from "#values/car-name.ts";
import { listSellersOfManyCars } from "#domain/listing/many-cars.server.ts";
import { findLiveListingsByVin, listSharedVins } from "#domain/listing/same-vin.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { moveListing } from "#domain/sale/move-with-offers.server.ts";
import {
  decideVerification,
  listOpenVerifications,
} from "#domain/seller-verification/seller-verification.server.ts";

/** The verifications, corrections and listings that wait for staff. */
async function listWaitingForStaff(visitor: Visitor) {
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
      title: formatCarName(car),
      sellerName: car.sellerName,
      fact: nameFact(fact, locale),
      earlier: describeFact(fact, earlier, locale),
      answer: describeFact(fact, answer, locale),
    })),
    listings: rows.map(({ vin, ...row }) => ({
      ...row,
      title: formatCarName(row),
      view: showForm(listingReviewForm(row.id), visitor),
      sameVin: (vin && live.get(vin)) || [],
    })),
  };
}

const here = () => hrefIn(paths.staffVerifications());

const verify = (decision: "verified" | "declined") =>
  ({
    may: "verifySeller",
    async run({ field }, { by }) {
      await decideVerification(by, field("id"), decision);
      throw redirectTo(here());
    },
  }) as const satisfies Command<PageSubject>;

/** For a correction of a declared fact that makes the car look better. */
const decideChange = (decision: "confirmed" | "declined") =>
  ({
    may: "approveListings",
    async run({ field }, { by }) {
      await decideDeclaredChange(by, field("id"), decision);
      throw redirectTo(here());
    },
  }) as const satisfies Command<PageSubject>;

const review = (move: "approve" | "send_back") =>
  ({
    may: "approveListings",
    run({ post, field }, { by }) {
      const listingId = field("id");
      return handleForm(listingReviewForm(listingId), post, async ({ reason = "" }) => {
        const moved = await db().transaction((transaction) =>
          moveListing(transaction, { by, listingId, move, reason }),
        );
        if (!moved.ok && moved.code === "ad_breaks_rule")
          return { ok: false, message: m.ad_findings_staff_refused(), status: 422 };
        return { ok: true, redirectTo: here() };
      });
    },
  }) as const satisfies Command<PageSubject>;

export const verificationsPage = definePage({
  address: "/staff/verifications",
  read: "seeModeration",
  load: (_args, { visitor }) => listWaitingForStaff(visitor),
  commands: defineCommands<PageSubject>()({
    verified: verify("verified"),
    declined: verify("declined"),
    confirmed: decideChange("confirmed"),
    "declined-correction": decideChange("declined"),
    approve: review("approve"),
    send_back: review("send_back"),
  }),
});
