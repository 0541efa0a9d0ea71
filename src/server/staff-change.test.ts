import { readdirSync, readFileSync } from "node:fs";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import type { AuditChanges } from "#domain/audit/audit.ts";
import { verifyAudit } from "#domain/audit/verify-audit.server.ts";
import { makeBid, storeBid } from "#domain/bid/bid.fixture.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { joinDealership } from "#domain/dealership/dealership-queries.server.ts";
import { saveDealership, setDealershipActive } from "#domain/dealership/save-dealership.server.ts";
import { sessionTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { updateLead } from "#domain/lead/update-lead.server.ts";
import { describePhoto, orderPhotos } from "#domain/listing/listing-photos.server.ts";
import { reportListing, settleListingReport } from "#domain/listing/listing-report.server.ts";
import {
  listingPhotoTable,
  listingReportTable,
  listingTable,
} from "#domain/listing/listing.table.ts";
import { move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { changePrice } from "#domain/listing/write-listing.server.ts";
import { updateListing } from "#domain/sale/write-own-listing.server.ts";
import { newsletterSubscriptionTable } from "#domain/newsletter/newsletter.table.ts";
import { unsubscribeByStaff } from "#domain/newsletter/subscribers.server.ts";
import { isKey } from "#values/record.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { readParams } from "#domain/notification/notify.server.ts";
import { changeRole } from "#domain/people/change-role.server.ts";
import { endSessionsByStaff } from "#domain/people/end-sessions.server.ts";
import { giveEnrolmentLink } from "#domain/people/give-enrolment-link.server.ts";
import { decideReview, replyToReview } from "#domain/review/decide-review.server.ts";
import { reviewRequestTable, reviewTable } from "#domain/review/review.table.ts";
import {
  askForVerification,
  decideVerification,
} from "#domain/seller-verification/seller-verification.server.ts";
import {
  findStaffChangeByKey,
  listOpenObjections,
  objectToChange,
} from "#domain/staff-change/objection.server.ts";
import { settleObjection } from "#domain/staff-change/settle-objection.server.ts";
import {
  findStaffChange,
  STAFF_CHANGE_KINDS,
  STAFF_CHANGES,
  type StaffChangeKind,
  COMMANDS_WITHOUT_NOTICE,
} from "#domain/staff-change/staff-change.ts";
import { GOOD_FIELDS, useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { CHANGE_PERMISSIONS, READ_PERMISSIONS } from "#values/role.ts";

useSellerSite();

let staff: SignedInUser;
let admin: SignedInUser;
let people = 0;
beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  admin = await storePerson("Ada Admin", { role: "admin" });
});

const FREE_TEXT = "I sell it because my knee hurts";

/** An owner who reads French, so that the mail shows whose language it is in. */
function newOwner(role: "buyer" | "seller" | "dealer" = "seller"): Promise<SignedInUser> {
  people += 1;
  return storePerson(`Owner ${people}`, { role, locale: "fr" });
}

async function newListing(input: Partial<typeof listingTable.$inferInsert> = {}) {
  const owner = await newOwner();
  const id = await storeListing({ ...GOOD_FIELDS, sellerId: owner.id, ...input });
  return { owner, id };
}

async function newReview(state: "waiting" | "published") {
  const lead = await storeLead({ email: `writer-${(people += 1)}@example.com` });
  const [request] = await db()
    .insert(reviewRequestTable)
    .values({ leadId: lead.id, emailMac: `mac ${people}` })
    .returning();
  const [review] = await db()
    .insert(reviewTable)
    .values({
      requestId: request?.id ?? null,
      author: "Noah",
      place: "Brampton, ON",
      locale: "fr",
      stars: 4,
      text: FREE_TEXT,
      state,
    })
    .returning();
  return { thingId: review?.id ?? "", to: lead.email ?? "" };
}

const DEALERSHIP = {
  name: "Garage du Fleuve",
  leadEmail: "leads@fleuve.example",
  phone: "+15145550171",
  streetAddress: "12, rue Exemple",
  city: "Montreal",
  province: "QC",
  postalCode: "H2X 1Y4",
  servedRadius: 150,
  servedProvinces: "ON,NB",
  takesLeadKinds: "pre_approval,call_back",
} as const;

async function newDealership(active = true) {
  people += 1;
  const { id } = await storeDealershipRow({ name: `Autos ${people}`, active });
  const owner = await newOwner("dealer");
  await joinDealership(db(), owner.id, id);
  return { thingId: id, to: owner.email };
}

type Changed = { thingId: string; to: string };

/**
 * Each change made once, by the command that makes it; returns what was changed and who must be
 * notified.
 */
const EXAMPLES: Record<StaffChangeKind, (by: SignedInUser) => Promise<Changed>> = {
  async listing_edited(by) {
    const { owner, id } = await newListing();
    await updateListing(by, id, { ...GOOD_FIELDS, trim: "LE", description: FREE_TEXT });
    return { thingId: id, to: owner.email };
  },
  async listing_price_changed(by) {
    const { owner, id } = await newListing({ priceCad: 11_200 });
    expect(await changePrice(by, id, 1_234, "A typing error")).toEqual({ ok: true });
    return { thingId: id, to: owner.email };
  },
  async listing_photos_changed(by) {
    const { owner, id } = await newListing();
    const photos = await db()
      .insert(listingPhotoTable)
      .values(
        [0, 1].map((position) => ({
          listingId: id,
          position,
          key: `photo ${id} ${position}`,
          widthPx: 800,
          heightPx: 600,
        })),
      )
      .returning();
    const ids = photos.map((photo) => photo.id);
    await orderPhotos(by, id, ids.toReversed());
    await describePhoto(by, id, ids[0] ?? "", FREE_TEXT);
    return { thingId: id, to: owner.email };
  },
  async listing_moved(by) {
    const { owner, id } = await newListing();
    expect(await move(by, id, "pause")).toEqual({ ok: true });
    return { thingId: id, to: owner.email };
  },
  async listing_reviewed(by) {
    const { owner, id } = await newListing({ state: "in_review" });
    expect(await move(by, id, "approve", { reason: "Nice photos." })).toEqual({ ok: true });
    return { thingId: id, to: owner.email };
  },
  async bid_moved(by) {
    const { id } = await newListing();
    const bidder = await newOwner("buyer");
    const bidId = await storeBid(makeBid({ listingId: id, bidder }));
    expect(await move(by, id, "mark_sold")).toEqual({ ok: true });
    return { thingId: bidId, to: bidder.email };
  },
  async request_moved(by) {
    const { reference, email } = await storeLead({ email: "noah@example.com" });
    const wanted = { seenStatus: "new", status: "closed", note: FREE_TEXT } as const;
    expect(await updateLead({ reference, by, ...wanted })).toEqual({ ok: true });
    return { thingId: reference, to: email ?? "" };
  },
  async review_decided(by) {
    const changed = await newReview("published");
    expect(
      await decideReview({
        reviewId: changed.thingId,
        by,
        state: "declined",
        declinedFor: "insulting",
      }),
    ).toBe(true);
    return changed;
  },
  async review_replied(by) {
    const changed = await newReview("published");
    const reply = { reviewId: changed.thingId, by, reply: FREE_TEXT };
    expect(await replyToReview(reply)).toEqual({ ok: true });
    return changed;
  },
  async seller_verification_decided(by) {
    const owner = await newOwner();
    await askForVerification(owner);
    expect(await decideVerification(by, owner.id, "declined")).toBe(true);
    return { thingId: owner.id, to: owner.email };
  },
  async role_given(by) {
    const owner = await newOwner();
    const input = { userId: owner.id, role: "staff", dealershipId: null } as const;
    expect(await changeRole({ by, ...input, reason: FREE_TEXT })).toEqual({ ok: true });
    return { thingId: owner.id, to: owner.email };
  },
  async first_factor_link_given(by) {
    const owner = await newOwner();
    await giveEnrolmentLink(by, owner);
    return { thingId: owner.id, to: owner.email };
  },
  async sessions_ended(by) {
    const owner = await newOwner();
    await db()
      .insert(sessionTable)
      .values({ id: owner.id, token: owner.id, userId: owner.id, expiresAt: new Date(9e12) });
    const ending = { by, bySessionId: null, reason: "Signed in from two countries at once" };
    expect(await endSessionsByStaff(owner.id, ending)).toEqual({ ok: true });
    return { thingId: owner.id, to: owner.email };
  },
  async dealership_changed(by) {
    const changed = await newDealership();
    const saved = await saveDealership(by, changed.thingId, DEALERSHIP);
    expect(saved).toMatchObject({ ok: true });
    return changed;
  },
  async dealership_paused(by) {
    const changed = await newDealership();
    expect(await setDealershipActive(by, changed.thingId, false)).toBe(true);
    return changed;
  },
  async dealership_resumed(by) {
    const changed = await newDealership(false);
    expect(await setDealershipActive(by, changed.thingId, true)).toBe(true);
    return changed;
  },
  async subscriber_unsubscribed(by) {
    const to = `reader-${(people += 1)}@example.com`;
    const [subscription] = await db()
      .insert(newsletterSubscriptionTable)
      .values({
        email: to,
        locale: "fr",
        consentText: "You ask us to e-mail you.",
        consentSha256: "0".repeat(64),
        consentVersion: 1,
        channel: "web: newsletter",
        unsubscribeToken: `token of ${to}`,
        confirmedAt: new Date(),
      })
      .returning();
    const thingId = subscription?.id ?? "";
    expect(await unsubscribeByStaff(by, thingId)).toBe(true);
    return { thingId, to };
  },
  async report_settled(by) {
    const { id: listingId } = await newListing();
    const reporter = await newOwner("buyer");
    const from = { userId: reporter.id, ipAddress: "192.0.2.1" };
    const report = { listingId, reason: "fraud", details: FREE_TEXT, locale: "fr" } as const;
    expect(await reportListing({ ...report, by: from })).toEqual({ ok: true });
    const [stored] = await db()
      .select()
      .from(listingReportTable)
      .where(eq(listingReportTable.listingId, listingId));
    expect(await settleListingReport(stored?.id ?? "", by)).toBe(true);
    return { thingId: stored?.id ?? "", to: reporter.email };
  },
};

async function findRecord(kind: StaffChangeKind, thingId: string) {
  const [record] = await db()
    .select()
    .from(auditTable)
    .where(and(eq(auditTable.action, kind), eq(auditTable.thingId, thingId)))
    .orderBy(auditTable.position)
    .limit(1);
  return record;
}

async function listMails(kind: StaffChangeKind, to: string) {
  const mails = await db().select().from(messageTable).where(eq(messageTable.recipient, to));
  const { mails: events } = findStaffChange(kind);
  return mails.filter(({ event }) => events.some((each) => each === event));
}

async function findObjectionKey(kind: StaffChangeKind, to: string): Promise<string> {
  const [mail] = await listMails(kind, to);
  const { path, objectionPath } = (mail ? await readParams(mail) : {}) as Record<string, string>;
  return (objectionPath ?? path ?? "").replace("/changes/", "");
}

/** The role of the two with fewer rights for this change. */
const leastOf = (kind: StaffChangeKind) =>
  may(staff, findStaffChange(kind).permission) ? staff : admin;

describe.each(STAFF_CHANGE_KINDS)("%s by staff", (kind) => {
  let changed: Changed;
  let by: SignedInUser;
  beforeAll(async () => {
    by = leastOf(kind);
    changed = await EXAMPLES[kind](by);
  });

  test("is on record with before and after, and without what a person wrote", async () => {
    const record = await findRecord(kind, changed.thingId);
    expect(record).toMatchObject({
      actorKind: by.role,
      accountId: by.id,
      thingKind: findStaffChange(kind).thing,
    });
    const changes = JSON.parse(record?.changes ?? "{}") as AuditChanges;
    expect(Object.keys(changes)).not.toEqual([]);
    for (const [before, after] of Object.values(changes))
      expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
    expect(record?.changes).not.toContain(FREE_TEXT);
    expect((await verifyAudit(db())).faults).toEqual([]);
  });

  test("owes its owner one mail in their language, with the way to object", async () => {
    const mails = await listMails(kind, changed.to);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ locale: "fr", state: "waiting" });
    expect(JSON.stringify(await readParams(mails[0]!))).not.toContain(FREE_TEXT);
    expect(await findStaffChangeByKey(await findObjectionKey(kind, changed.to))).not.toBeNull();
  });

  test("is objected to by the mail's link alone, and staff see it until it is settled", async () => {
    const key = await findObjectionKey(kind, changed.to);
    const [id = ""] = key.split(".");
    expect(await objectToChange(key, "That is wrong", `2001:db8:${people}::1`)).toEqual({
      ok: true,
    });
    const isOpen = async () => (await listOpenObjections()).some((each) => each.id === id);
    expect(await isOpen()).toBe(true);
    expect(await settleObjection(id, staff)).toBe(true);
    expect(await isOpen()).toBe(false);
    expect(await settleObjection(id, staff)).toBe(false);
    const forged = `${id}.${"x".repeat(43)}`;
    expect(await objectToChange(forged, "x", "192.0.2.9")).toMatchObject({ ok: false });
  });

  test("is a permission of its own, of nobody but staff", () => {
    const { permission } = findStaffChange(kind);
    for (const role of ["buyer", "seller", "dealer"] as const)
      expect(may({ role }, permission)).toBe(false);
    expect(may({ role: "admin" }, permission)).toBe(true);
    expect(may({ role: "admin", lacksSecondFactor: true }, permission)).toBe(false);
  });

  test("is not made by whoever may not, and leaves nothing", async () => {
    const outsider = await newOwner("buyer");
    const count = () => db().$count(auditTable, eq(auditTable.action, kind));
    const before = await count();
    await EXAMPLES[kind](outsider).catch(() => undefined);
    expect(await count()).toBe(before);
  });
});

describe("another price for somebody else's car", () => {
  const price = async (by: SignedInUser, reason?: string) => {
    const { id } = await newListing({ priceCad: 11_200 });
    const result = await changePrice(by, id, 1_234, reason);
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    return { result, priceCad: listing?.priceCad };
  };

  test("asks for a reason and for a fresh second factor; what is refused changes nothing", async () => {
    expect(await price(staff)).toEqual({
      result: { ok: false, code: "reason_needed" },
      priceCad: 11_200,
    });
    const stale = { ...staff, lacksFreshFactor: true };
    expect(await price(stale, "A typing error")).toEqual({
      result: { ok: false, code: "fresh_factor_needed" },
      priceCad: 11_200,
    });
    expect(await price(staff, "A typing error")).toEqual({
      result: { ok: true },
      priceCad: 1_234,
    });
  });

  test("within the whole form is refused with all that was changed beside it", async () => {
    const { id } = await newListing();
    const fields = { ...GOOD_FIELDS, trim: "LE", priceCad: 1_234 };
    expect(await updateListing(staff, id, fields)).toEqual({ ok: false, code: "reason_needed" });
    const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
    expect(listing).toMatchObject({ trim: GOOD_FIELDS.trim, priceCad: GOOD_FIELDS.priceCad });
    expect(await findRecord("listing_edited", id)).toBeUndefined();
    expect(await updateListing(staff, id, fields, { reason: "A typing error" })).toMatchObject({
      ok: true,
    });
    expect(await findRecord("listing_edited", id)).toBeDefined();
    expect(await findRecord("listing_price_changed", id)).toMatchObject({
      changes: JSON.stringify({ priceCad: [GOOD_FIELDS.priceCad, 1_234] }),
    });
  });
});

test("what an owner changes of their own owes nobody anything", async () => {
  const { owner, id } = await newListing();
  await updateListing(owner, id, { ...GOOD_FIELDS, trim: "LE", priceCad: 9_000 });
  await move(owner, id, "pause");
  const records = await db().$count(auditTable, eq(auditTable.thingId, id));
  expect(records).toBe(0);
  expect(await listMails("listing_edited", owner.email)).toEqual([]);
});

test("several photos one after the other are one mail and a record each", async () => {
  const { thingId } = await EXAMPLES.listing_photos_changed(staff);
  const ofListing = and(
    eq(auditTable.action, "listing_photos_changed"),
    eq(auditTable.thingId, thingId),
  );
  expect(await db().$count(auditTable, ofListing)).toBe(2);
});

/** Functions that only read, by the verbs that their names begin with. */
const READS =
  /^(find|list|count|load|describe|search|read|is|has|may|can|show|view|draw|name|word|proves|format|record|to|build|export)(?=[A-Z])/;

/** The functions of the domain that staff's pages call and that do not only read. */
function listStaffCommands(): string[] {
  const folder = "src/pages/staff/";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.(test|e2e|fixture)\./.test(name),
  );
  const names = files.flatMap((name) => {
    const source = readFileSync(folder + name, "utf8");
    const imports = source.matchAll(/import \{([^}]*)\} from "#domain\/[^"]*\.server\.ts"/g);
    return [...imports].flatMap(([, list = ""]) =>
      list
        .split(",")
        .map((each) => each.trim())
        .filter((each) => /^[a-z]/.test(each) && !each.startsWith("type ")),
    );
  });
  return [...new Set(names)].filter((name) => !READS.test(name)).toSorted();
}

describe("every command of staff's pages", () => {
  const notified = new Set<string>(
    Object.values(STAFF_CHANGES).flatMap(({ commands }) => [...commands]),
  );

  test("is told to the owner, or says why nobody is", () => {
    const commands = listStaffCommands();
    expect(commands).toContain("decideReview");
    expect(
      commands.filter((name) => !notified.has(name) && !isKey(COMMANDS_WITHOUT_NOTICE, name)),
    ).toEqual([]);
  });

  test("none is told of and not told of, and each that is not told of is still there", () => {
    const commands = listStaffCommands();
    const unnotified = Object.keys(COMMANDS_WITHOUT_NOTICE);
    expect(unnotified.filter((name) => notified.has(name))).toEqual([]);
    expect(unnotified.filter((name) => !commands.includes(name))).toEqual([]);
  });

  test("a listing is locked for a change in one place, which records what staff change", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?<!test|fixture)\.tsx?$/.test(name),
    );
    const locking = files.filter((name) =>
      /\blockListing\(/.test(readFileSync(`src/${name}`, "utf8")),
    );
    expect(locking).toEqual(["domain/listing/editable-listing.server.ts"]);
  });

  test("a permission to change is no permission to read", () => {
    const changing = new Set<string>(Object.values(STAFF_CHANGES).map((each) => each.permission));
    expect(READ_PERMISSIONS.filter((name) => changing.has(name))).toEqual([]);
    expect(
      [...changing].filter((name) => !CHANGE_PERMISSIONS.some((each) => each === name)),
    ).toEqual([]);
  });
});

test("one address objects thirty times an hour, and reports thirty listings", async () => {
  const ipAddress = "192.0.2.130";
  const report = {
    listingId: crypto.randomUUID(),
    reason: "fraud",
    details: "",
    locale: "en",
    by: { userId: null, ipAddress },
  } as const;
  for (let at = 0; at < 30; at++) {
    expect(await objectToChange("of nothing", "x", ipAddress)).toMatchObject({
      code: "no_such_link",
    });
    expect(await reportListing(report)).toMatchObject({ code: "no_such_listing" });
  }
  expect(await objectToChange("of nothing", "x", ipAddress)).toMatchObject({ code: "too_many" });
  expect(await reportListing(report)).toMatchObject({ code: "too_many_reports" });
});
