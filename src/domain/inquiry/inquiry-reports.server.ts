import { asc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { dealTable } from "#domain/deal/deal.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { settleReport, toReporter } from "#domain/listing/listing-report.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { isUuid } from "#values/uuid.ts";
import { findConversation, listMessages } from "./inquiry-queries.server.ts";
import { findCarOf } from "./inquiry-sides.server.ts";
import { inquiryReportTable, inquiryTable } from "./inquiry.table.ts";

/** Reports a conversation to staff, who cannot see any of it before. */
export async function reportInquiry(by: SignedInUser, inquiryId: string): Promise<boolean> {
  if (!(await findConversation(by, inquiryId))) return false;
  await db()
    .insert(inquiryReportTable)
    .values({ inquiryId, reportedByUserId: by.id, reportedAt: now() })
    .onConflictDoNothing();
  return true;
}

export type ReportedInquiry = Awaited<ReturnType<typeof listReportedInquiries>>[number];

/** Reports that wait for staff, the oldest first, with the messages. */
export async function listReportedInquiries() {
  const reporter = alias(userTable, "reporter");
  const rows = await db()
    .select({
      id: inquiryReportTable.id,
      inquiryId: inquiryTable.id,
      reportedAt: inquiryReportTable.reportedAt,
      reporterName: reporter.name,
      listing: listingTable,
      deal: dealTable,
    })
    .from(inquiryReportTable)
    .innerJoin(inquiryTable, eq(inquiryTable.id, inquiryReportTable.inquiryId))
    .leftJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
    .leftJoin(dealTable, eq(dealTable.id, inquiryTable.dealId))
    .innerJoin(reporter, eq(reporter.id, inquiryReportTable.reportedByUserId))
    .where(isNull(inquiryReportTable.settledAt))
    .orderBy(asc(inquiryReportTable.reportedAt))
    .limit(100);
  return Promise.all(
    rows.map(async ({ inquiryId, listing, deal, ...row }) => ({
      ...row,
      car: findCarOf({ listing, deal }),
      listingId: listing?.id ?? null,
      dealReference: deal?.reference ?? null,
      messages: await listMessages(inquiryId),
    })),
  );
}

export function settleInquiryReport(reportId: string, by: StaffMember): Promise<boolean> {
  if (!isUuid(reportId)) return Promise.resolve(false);
  return db().transaction(async (transaction) => {
    const owners = await transaction
      .select({ reporter: userTable, listing: listingTable, deal: dealTable })
      .from(inquiryReportTable)
      .innerJoin(inquiryTable, eq(inquiryTable.id, inquiryReportTable.inquiryId))
      .leftJoin(listingTable, eq(listingTable.id, inquiryTable.listingId))
      .leftJoin(dealTable, eq(dealTable.id, inquiryTable.dealId))
      .innerJoin(userTable, eq(userTable.id, inquiryReportTable.reportedByUserId))
      .where(eq(inquiryReportTable.id, reportId));
    return settleReport(transaction, inquiryReportTable, {
      reportId,
      by,
      owners: owners.map(({ reporter, ...about }) => toReporter(reporter, findCarOf(about))),
    });
  });
}
