import {
  Database,
  Gavel,
  Heart,
  Inbox,
  type LucideIcon,
  MessageCircle,
  ReceiptText,
  ShieldCheck,
  Store,
  Tag,
  UserRound,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import type { Route } from "./+types/account-layout.page.ts";
import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { requireMember } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { NavLink } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageStyle } from "#ui/page-style.ts";
import { formatNumber } from "#values/format.ts";
import { countAccountItems } from "./account-counts.server.ts";
import { hasOwnTitle } from "./own-title.ts";
import { findNotice } from "./notices.ts";
import stylesheet from "./account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const member = requireMember(args);
  const { user } = member;
  return {
    name: user.name,
    counts: await countAccountItems(member),
    isDealer: may(user, "seeDesk"),
    worksLeads: may(user, "seeLeads"),
    notice: findNotice(new URL(args.request.url).searchParams.get("notice")),
  };
}

type AccountData = Route.ComponentProps["loaderData"];

type Section = {
  to: string;
  label: string;
  Icon: LucideIcon;
  count?: number;
  end?: boolean;
};

/** Sorted by how often people use them; settings come last. */
function listSections({ counts, isDealer, worksLeads }: AccountData): Section[] {
  const rooms: Section[] = [
    ...(isDealer
      ? [
          {
            to: paths.dealer(),
            label: m.desk_title(),
            Icon: Store,
            count: counts.toAnswer,
          },
        ]
      : []),
    ...(worksLeads ? [{ to: paths.leads(), label: m.layout_inbox(), Icon: Inbox }] : []),
  ];
  return [
    ...rooms,
    {
      to: paths.accountApplications(),
      label: m.request_mine_title(),
      Icon: ReceiptText,
      count: counts.requests,
    },
    {
      to: paths.savedListings(),
      label: m.saved_listing_title(),
      Icon: Heart,
      count: counts.saved,
    },
    { to: paths.myBids(), label: m.bid_mine_title(), Icon: Gavel, count: counts.bids },
    { to: paths.sellerListings(), label: m.seller_title(), Icon: Tag, count: counts.listings },
    {
      to: paths.messages(),
      label: m.inquiry_mine_title(),
      Icon: MessageCircle,
      count: counts.messages,
    },
    { to: paths.account(), label: m.account_section_profile(), Icon: UserRound, end: true },
    { to: paths.accountSecurity(), label: m.account_section_security(), Icon: ShieldCheck },
    { to: paths.accountData(), label: m.account_section_data(), Icon: Database },
  ];
}

/** The frame of a member's own pages: the list of sections, and the current one. */
export default function AccountLayoutPage({ loaderData }: Route.ComponentProps) {
  const isTitled = useMatches().some(({ handle }) => hasOwnTitle(handle));
  return (
    <div className="page-width page account-page">
      {!isTitled && (
        <div className="page-head max-lg:sr-only">
          <h1>{m.account_title()}</h1>
          <p>{m.account_signed_in_as({ name: loaderData.name })}</p>
        </div>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[232px_minmax(0,1fr)]">
        <AccountNav sections={listSections(loaderData)} />
        <div className="min-w-0">
          <NoticeLine notice={loaderData.notice} />
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Where the sections are one scrolling row, the current one is in the middle. */
function AccountNav({ sections }: { sections: readonly Section[] }) {
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!row.current || !current) return;
    row.current.scrollLeft =
      current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav className="account-nav" aria-label={m.account_sections()}>
      <ul ref={row}>
        {sections.map((section) => (
          <SectionLink key={section.to} section={section} />
        ))}
      </ul>
    </nav>
  );
}

function SectionLink({ section: { to, label, Icon, count = 0, end } }: { section: Section }) {
  return (
    <li>
      <NavLink to={to} end={end}>
        <Icon className="icon size-5 flex-none" aria-hidden />
        <span className="min-w-0">{label}</span>
        {count > 0 && (
          <span className="muted figures ml-auto text-sm">{formatNumber(count, getLocale())}</span>
        )}
      </NavLink>
    </li>
  );
}
