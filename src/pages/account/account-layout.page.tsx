import { Outlet } from "react-router";
import type { Route } from "./+types/account-layout.page.ts";
import { may } from "#domain/identity/permission.ts";
import { countWaiting } from "#domain/inquiry/inquiry-queries.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { NavLink } from "#ui/link.tsx";
import { requireMember } from "#pages/session/guards.server.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { findNotice } from "./notices.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user } = requireMember(args);
  return {
    name: user.name,
    waiting: await countWaiting(user.id),
    isDealer: may(user, "answerSellRequests"),
    notice: findNotice(new URL(args.request.url).searchParams.get("notice")),
  };
}

function countedMessages(waiting: number): string {
  const title = m.inquiry_mine_title();
  return waiting > 0 ? `${title} (${waiting})` : title;
}

/** The pages of one's account, side by side. */
export default function AccountLayoutPage({ loaderData }: Route.ComponentProps) {
  const sections = [
    { to: paths.account(), label: m.account_section_profile(), end: true },
    { to: paths.accountSecurity(), label: m.account_section_security() },
    { to: paths.accountApplications(), label: m.account_section_applications() },
    { to: paths.savedListings(), label: m.account_section_saved() },
    { to: paths.myBids(), label: m.account_section_bids() },
    { to: paths.sellerListings(), label: m.seller_title() },
    { to: paths.messages(), label: countedMessages(loaderData.waiting) },
    ...(loaderData.isDealer
      ? [
          { to: paths.dealerRequests(), label: m.dealer_title() },
          { to: paths.dealerApplications(), label: m.dealer_applications_title() },
        ]
      : []),
    { to: paths.accountData(), label: m.account_section_data() },
  ];
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{m.account_title()}</h1>
        <p>{m.account_signed_in_as({ name: loaderData.name })}</p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[220px_1fr]">
        <nav aria-label={m.account_sections()}>
          <ul className="flex flex-wrap gap-1 lg:grid">
            {sections.map(({ to, label, end }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={end}
                  className="block rounded-md px-3 py-2 font-semibold no-underline hover:underline aria-[current=page]:bg-muted"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <NoticeLine notice={loaderData.notice} />
          <Outlet />
        </div>
      </div>
    </div>
  );
}
