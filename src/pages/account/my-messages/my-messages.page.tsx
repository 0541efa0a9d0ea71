import { listConversations } from "#domain/inquiry/inquiry-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { privateHeaders, requireMember } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { Pager } from "#ui/pager.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import type { Route } from "./+types/my-messages.page.ts";

export async function loader(args: Route.LoaderArgs) {
  const { user } = requireMember(args);
  const olderThan = new URL(args.request.url).searchParams.get("older_than");
  const { conversations, hasOlder } = await listConversations(user.id, olderThan);
  const last = conversations.at(-1);
  return {
    conversations,
    newestHref: olderThan === null ? null : paths.messages(),
    olderHref: hasOlder && last ? `${paths.messages()}?older_than=${last.id}` : null,
  };
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.inquiry_mine_title(), isPrivate: true });
}

/** A person's conversations about cars, as who asked or as the seller. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { conversations, newestHref, olderHref } = loaderData;
  if (conversations.length === 0) {
    return (
      <EmptyState title={m.inquiry_mine_none_title()}>
        <p className="muted">{m.inquiry_mine_none_text()}</p>
        <Link className={buttonClass()} to={paths.cars()}>
          {m.bid_mine_cars()}
        </Link>
      </EmptyState>
    );
  }
  const locale = getLocale();
  return (
    <section aria-labelledby="my-messages">
      <h2 id="my-messages" className="mb-4 text-h3">
        {m.inquiry_mine_title()}
      </h2>
      <ul className="bid-rows">
        {conversations.map(({ id, car, listing, otherName, text, at, waitsForMe }) => (
          <li key={id} className="card bid-row relative">
            {listing && <ListingPicture listing={listing} sizes="128px" isDecorative />}
            <div className="bid-row__about">
              <h3 className="text-lg">
                <Link
                  to={paths.conversation(id)}
                  className="no-underline after:absolute after:inset-0"
                >
                  {otherName}
                </Link>
              </h3>
              <p className="small muted">
                {formatCarName(car)} · {formatDateTime(at, locale)}
              </p>
              <p className="small mt-1 line-clamp-2 wrap-anywhere">{text}</p>
            </div>
            {waitsForMe && <span className="chip chip--warn">{m.inquiry_waits()}</span>}
          </li>
        ))}
      </ul>
      <Pager newestHref={newestHref} olderHref={olderHref} className="mt-5" />
    </section>
  );
}
