import { redirect } from "react-router";
import {
  listReportedInquiries,
  settleInquiryReport,
} from "#domain/inquiry/inquiry-reports.server.ts";
import { listReports, settleListingReport } from "#domain/listing/listing-report.server.ts";
import { describeChanges } from "#domain/staff-change/change-words.server.ts";
import { listOpenObjections } from "#domain/staff-change/objection.server.ts";
import { settleObjection } from "#domain/staff-change/settle-objection.server.ts";
import { type Command, defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** Each kind of report is settled by its id. */
function settleBy(settle: (id: string, by: SignedInUser) => Promise<unknown>) {
  return {
    may: "settleReports",
    async run({ field }, { by }) {
      await settle(field("id"), by);
      throw redirect(hrefIn(paths.listingReports()), 303);
    },
  } as const satisfies Command<PageSubject>;
}

export const moderationPage = definePage({
  address: "/staff/moderation",
  read: "seeModeration",
  async load(_args, { visitor }) {
    const [open, settled, conversations, objections] = await Promise.all([
      listReports("open"),
      listReports("settled"),
      listReportedInquiries(),
      listOpenObjections(),
    ]);
    return {
      open,
      settled,
      conversations,
      objections: objections.map(({ changes, ...objection }) => ({
        ...objection,
        lines: describeChanges(changes, visitor.locale, "staff"),
      })),
    };
  },
  commands: defineCommands<PageSubject>()({
    "settle-listing-report": settleBy(settleListingReport),
    "settle-inquiry-report": settleBy(settleInquiryReport),
    "settle-objection": settleBy(settleObjection),
  }),
});
