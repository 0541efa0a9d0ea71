import { data, Form } from "react-router";
import { inquiryAnswerForm } from "#domain/inquiry/inquiry.form.ts";
import { setBlocked, writeInquiry } from "#domain/inquiry/write-inquiry.server.ts";
import { findConversation } from "#domain/inquiry/inquiry-queries.server.ts";
import { reportInquiry } from "#domain/inquiry/inquiry-reports.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { describeInquiryKind, refuseInquiry } from "#pages/public/listing/inquiry-words.ts";
import {
  privateHeaders,
  redirectTo,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ConversationMessages } from "#pages/public/deal/conversation.tsx";
import type { Route } from "./+types/conversation.page.ts";

const DONE: ReadonlyMap<string, () => string> = new Map([
  ["sent", m.inquiry_done_sent],
  ["reported", m.inquiry_done_reported],
  ["blocked", m.inquiry_done_blocked],
  ["unblocked", m.inquiry_done_unblocked],
]);

async function requireConversation(user: SignedInUser, id: string) {
  const found = await findConversation(user, id);
  if (!found) throw data(null, { status: 404 });
  return found;
}

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const conversation = await requireConversation(user, args.params.id);
  const done = DONE.get(new URL(args.request.url).searchParams.get("done") ?? "");
  const notice = done ? { text: done(), isError: false } : null;
  return { conversation, notice, view: showForm(inquiryAnswerForm, visitor) };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requireMember(args);
  const { id } = await requireConversation(user, args.params.id);
  const post = await requireFormPost(args);
  const here = hrefIn(paths.conversation(id));
  const intent = rawValue(post.raw, "intent");
  switch (intent) {
    case "block":
    case "unblock": {
      const shallBeBlocked = intent === "block";
      await setBlocked(user, id, shallBeBlocked);
      throw redirectTo(`${here}?done=${shallBeBlocked ? "blocked" : "unblocked"}`);
    }
    case "report":
      await reportInquiry(user, id);
      throw redirectTo(`${here}?done=reported`);
  }
  return answerForm(inquiryAnswerForm, post, async ({ text }) => {
    const sent = await writeInquiry(user, { inquiryId: id, text });
    return sent.ok ? { ok: true, redirectTo: `${here}?done=sent` } : refuseInquiry(sent);
  });
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
  const title = formatListingTitle(conversation.car);
  return (
    <section aria-labelledby="conversation" className="max-w-190">
      <NoticeLine notice={notice} />
      <p className="mb-4">
        <Link to={paths.messages()}>{m.inquiry_all()}</Link>
      </p>
      <h2 id="conversation" className="text-[length:var(--fs-h3)]">
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
          <Button
            type="submit"
            look="ghost"
            size="sm"
            name="intent"
            value={hasBlocked ? "unblock" : "block"}
          >
            {hasBlocked ? m.inquiry_unblock() : m.inquiry_block({ name: otherName })}
          </Button>
        )}
        {hasReported ? (
          <span className="chip">{m.inquiry_reported()}</span>
        ) : (
          <Button type="submit" look="ghost" size="sm" name="intent" value="report">
            {m.inquiry_report()}
          </Button>
        )}
      </Form>
    </section>
  );
}
