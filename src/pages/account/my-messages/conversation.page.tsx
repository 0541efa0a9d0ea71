import { Form } from "react-router";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { describeInquiryKind } from "#pages/public/listing/inquiry-words.ts";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ConversationMessages } from "#pages/public/deal/conversation.tsx";
import {
  handleConversation,
  type ConversationPress,
  loadConversation,
} from "./conversation.server.ts";
import type { Route } from "./+types/conversation.page.ts";

export function loader(args: Route.LoaderArgs) {
  return loadConversation(args);
}

export function action(args: Route.ActionArgs) {
  return handleConversation(args);
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.inquiry_mine_title(), isPrivate: true });
}

/** What two people wrote about a car. Neither sees the other's address. */
export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, notice } = loaderData;
  const { listingId, dealReference, otherName, messages, hasBlocked, isBlocked, hasReported } =
    conversation;
  const title = formatCarName(conversation.car);
  return (
    <section aria-labelledby="conversation" className="max-w-190">
      <NoticeLine notice={notice} />
      <p className="mb-4">
        <Link to={paths.messages()}>{m.inquiry_all()}</Link>
      </p>
      <h2 id="conversation" className="text-h3">
        {m.inquiry_with({ name: otherName })}
      </h2>
      <p className="muted mt-1">
        {describeInquiryKind(conversation.kind)} ·{" "}
        {conversation.hasPage && listingId ? (
          <Link to={paths.listing(listingId)}>{title}</Link>
        ) : dealReference ? (
          <Link to={paths.deal(dealReference)}>{title}</Link>
        ) : (
          title
        )}
      </p>
      <ConversationMessages messages={messages} />
      {isBlocked ? (
        <p className="notice notice--warn mt-5">
          {hasBlocked ? m.inquiry_blocked_by_you() : m.inquiry_reason_blocked()}
        </p>
      ) : (
        <PageForm
          key={messages.length}
          view={latestView(actionData, loaderData.view)}
          submit={m.inquiry_send()}
          className="mt-6"
        />
      )}
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        {conversation.canBlock && (
          <CommandButton<ConversationPress>
            press={hasBlocked ? "unblock" : "block"}
            variant="ghost"
            size="sm"
          >
            {hasBlocked ? m.inquiry_unblock() : m.inquiry_block({ name: otherName })}
          </CommandButton>
        )}
        {hasReported ? (
          <span className="chip">{m.inquiry_reported()}</span>
        ) : (
          <CommandButton<ConversationPress> press="report" variant="ghost" size="sm">
            {m.inquiry_report()}
          </CommandButton>
        )}
      </Form>
    </section>
  );
}
