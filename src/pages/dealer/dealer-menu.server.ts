import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { DeskMenu } from "#pages/session/desk-nav.tsx";
import type { ReadPermission } from "#values/role.ts";
import type { DealerIcon } from "./dealer-icons.ts";

/** The numbers of what waits for the dealership; null if there is nothing. */
export type DealerCounts = Record<"leads" | "bids" | "requests" | "messages", string | null>;

type Entry = {
  path: () => string;
  icon: DealerIcon;
  text: () => string;
  count?: keyof DealerCounts;
  countText?: () => string;
  reads: ReadPermission;
};

/** The pages of the desk. A new page needs a line here, its route, and its file. */
const ENTRIES: readonly Entry[] = [
  { path: paths.dealer, icon: "house", text: m.desk_home, reads: "seeDesk" },
  {
    path: paths.dealerLeads,
    icon: "inbox",
    text: m.dealer_applications_title,
    reads: "seeDealerLeads",
    count: "leads",
    countText: m.dealer_leads_waiting_count,
  },
  {
    path: paths.dealerRequests,
    icon: "handshake",
    text: m.dealer_title,
    reads: "seeSellRequests",
    count: "requests",
    countText: m.desk_requests_waiting,
  },
  {
    path: paths.dealerStock,
    icon: "car",
    text: m.desk_stock,
    reads: "seeDesk",
    count: "bids",
    countText: m.desk_bids_waiting,
  },
  {
    path: paths.messages,
    icon: "messageCircle",
    text: m.inquiry_mine_title,
    reads: "seeDesk",
    count: "messages",
    countText: m.desk_messages_waiting,
  },
  { path: paths.dealerTargets, icon: "send", text: m.dealer_target_title, reads: "seeDesk" },
  { path: paths.dealerTeam, icon: "users", text: m.dealer_team_title, reads: "seeDesk" },
  { path: paths.account, icon: "userRound", text: m.desk_own_account, reads: "seeDesk" },
];

/** The menu of a member of a dealership, with the pages that they may read. */
export function viewDealerMenu(user: Parameters<typeof may>[0], counts: DealerCounts): DeskMenu {
  const entries = ENTRIES.filter(({ reads }) => may(user, reads));
  return [
    {
      title: null,
      entries: entries.map(({ path, icon, text, count, countText }) => ({
        path: path(),
        icon,
        text: text(),
        count: (count && counts[count]) ?? null,
        countText: countText?.() ?? null,
        isFront: path === paths.dealer || path === paths.account,
      })),
    },
  ];
}

/** For staff, who read the requests that dealerships answer. */
export function viewStaffEntry(): DeskMenu {
  const entry = { count: null, countText: null };
  return [
    {
      title: null,
      entries: [
        { ...entry, path: paths.staff(), icon: "house", text: m.desk_back_office(), isFront: true },
        {
          ...entry,
          path: paths.dealerRequests(),
          icon: "handshake",
          text: m.dealer_staff_nav(),
          isFront: false,
        },
      ],
    },
  ];
}
