import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { userTable } from "#domain/identity/identity.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimit } from "#platform/limit/rate-limit.server.ts";
import type { Locale } from "#values/locale.ts";
import { isUuid } from "#values/uuid.ts";
import { type Owner, recordStaffChange } from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { ListingName } from "./listing.ts";
import { formatCarName } from "#values/car-name.ts";
import { findPublicListing } from "./listing-queries.server.ts";
import type { ReportReason } from "./listing-report.form.ts";
import { listingReportTable, listingTable } from "./listing.table.ts";

type NewReport = {
  listingId: string;
  reason: ReportReason;
  details: string;
  locale: Locale;
  by: { userId: string | null; ipAddress: string };
};

/** Generous by IP address, which an office shares; a person sends one or two. */
const REPORTS_BY_ADDRESS: RateLimit = { name: "reports by address", most: 30, windowMs: 3_600_000 };

type ReportResult =
  | { ok: true }
  | { ok: false; code: "no_such_listing" }
  | { ok: false; code: "too_many_reports"; retryAfterSeconds: number };

/** Stores a report about a public listing. */
export async function reportListing({ by, ...report }: NewReport): Promise<ReportResult> {
  const limit = await countAgainst(REPORTS_BY_ADDRESS, by.ipAddress);
  if (!limit.ok) return { ...limit, code: "too_many_reports" };
  if (!(await findPublicListing(report.listingId))) return { ok: false, code: "no_such_listing" };
  await db()
    .insert(listingReportTable)
    .values({ ...report, reportedByUserId: by.userId, reportedAt: now() });
  return { ok: true };
}

const MOST_SHOWN = 100;
const reporter = alias(userTable, "reporter");
const settler = alias(userTable, "settler");
const seller = alias(userTable, "seller");

/** A report as staff read it. */
export type ListedReport = Awaited<ReturnType<typeof listReports>>[number];

/** Open reports: the oldest first; settled ones: the newest first. */
export async function listReports(which: "open" | "settled") {
  return db()
    .select({
      id: listingReportTable.id,
      reason: listingReportTable.reason,
      details: listingReportTable.details,
      locale: listingReportTable.locale,
      reportedAt: listingReportTable.reportedAt,
      settledAt: listingReportTable.settledAt,
      reporterName: reporter.name,
      settlerName: settler.name,
      seller: { name: seller.name, email: seller.email },
      listing: {
        id: listingTable.id,
        year: listingTable.year,
        make: listingTable.make,
        model: listingTable.model,
        trim: listingTable.trim,
      },
    })
    .from(listingReportTable)
    .innerJoin(listingTable, eq(listingTable.id, listingReportTable.listingId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .leftJoin(reporter, eq(reporter.id, listingReportTable.reportedByUserId))
    .leftJoin(settler, eq(settler.id, listingReportTable.settledByUserId))
    .where(
      which === "open"
        ? isNull(listingReportTable.settledAt)
        : isNotNull(listingReportTable.settledAt),
    )
    .orderBy(
      which === "open" ? asc(listingReportTable.reportedAt) : desc(listingReportTable.settledAt),
    )
    .limit(MOST_SHOWN);
}

export function settleListingReport(reportId: string, by: StaffMember): Promise<boolean> {
  if (!isUuid(reportId)) return Promise.resolve(false);
  return db().transaction(async (transaction) => {
    const owners = await transaction
      .select({ reporter, listing: listingTable })
      .from(listingReportTable)
      .innerJoin(listingTable, eq(listingTable.id, listingReportTable.listingId))
      .innerJoin(reporter, eq(reporter.id, listingReportTable.reportedByUserId))
      .where(eq(listingReportTable.id, reportId));
    return settleReport(transaction, listingReportTable, {
      reportId,
      by,
      owners: owners.map(({ reporter: person, listing }) => toReporter(person, listing)),
    });
  });
}

/** The reporter, as the recipient of the message about the result. */
export function toReporter(
  { id: userId, email, name, locale }: typeof userTable.$inferSelect,
  listing: ListingName,
): Owner {
  return { userId, email, name, locale, thingName: formatCarName(listing, locale) };
}

/** Tables of reports that staff can settle. */
type ReportTable = PgTable & Record<"id" | "settledAt" | "settledByUserId", PgColumn>;

/** Settles a report, with who and when; if it is sent twice, the second one changes nothing. */
export async function settleReport(
  transaction: Transaction,
  table: ReportTable,
  { reportId, by, owners }: { reportId: string; by: StaffMember; owners: readonly Owner[] },
): Promise<boolean> {
  const settled = await transaction
    .update(table)
    .set({ settledAt: now(), settledByUserId: by.id })
    .where(and(eq(table.id, reportId), isNull(table.settledAt)))
    .returning({ id: table.id });
  if (settled.length === 0) return false;
  await recordStaffChange(transaction, {
    kind: "report_settled",
    by,
    thingId: reportId,
    before: { isSettled: false },
    after: { isSettled: true },
    owners,
  });
  return true;
}
