import { data, Form, useNavigation } from "react-router";
import { setBlocked, writeInquiry } from "#domain/inquiry/write-inquiry.server.ts";
import { findConversation } from "#domain/inquiry/inquiry-queries.server.ts";
import { reportInquiry } from "#domain/inquiry/inquiry-reports.server.ts";
import {
  INQUIRY_TEXT_MAX_LENGTH,
  type InquiryFieldError,
  type InquiryRefusal,
} from "#domain/inquiry/inquiry.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import {
  describeInquiryError,
  describeInquiryKind,
  describeInquiryRefusal,
} from "#pages/public/listing/inquiry-words.ts";
import { privateHeaders, redirectTo, requireMember } from "#pages/session/guards.server.ts";
import { postedForm, postedText } from "#platform/request/posted-form.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import type { Route } from "./+types/conversation.page.ts";

const DONE: ReadonlyMap<string, () => string> = new Map([
  ["sent", m.inquiry_done_sent],
  ["reported", m.inquiry_done_reported],
  ["blocked", m.inquiry_done_blocked],
  ["unblocked", m.inquiry_done_unblocked],
]);

export async function loader(args: Route.LoaderArgs) {
  const { user } = requireMember(args);
  const conversation = await findConversation(user, args.params.id);
  if (!conversation) throw data(null, { status: 404 });
  const done = DONE.get(new URL(args.request.url).searchParams.get("done") ?? "");
  return { conversation, notice: done ? { text: done(), isError: false } : null };
}

type WriteAnswer = {
  fieldError: InquiryFieldError["code"] | null;
  refusal: InquiryRefusal | "too_many" | null;
  typed: string;
};

export async function action(args: Route.ActionArgs) {
  const { user } = requireMember(args);
  const { id } = args.params;
  const fields = await postedForm(args.request);
  const here = hrefIn(paths.conversation(id));
  switch (postedText(fields, "intent")) {
    case "block":
    case "unblock": {
      const shallBeBlocked = postedText(fields, "intent") === "block";
      if (!(await setBlocked(user, id, shallBeBlocked))) throw data(null, { status: 404 });
      throw redirectTo(`${here}?done=${shallBeBlocked ? "blocked" : "unblocked"}`);
    }
    case "report":
      if (!(await reportInquiry(user, id))) throw data(null, { status: 404 });
      throw redirectTo(`${here}?done=reported`);
  }
  const typed = postedText(fields, "text");
  const result = await writeInquiry(user, { inquiryId: id, text: typed });
  if (result.ok) throw redirectTo(`${here}?done=sent`);
  const nothing: WriteAnswer = { fieldError: null, refusal: null, typed };
  switch (result.code) {
    case "not_found":
      throw data(null, { status: 404 });
    case "put_right":
      return data({ ...nothing, fieldError: result.fieldErrors[0]?.code ?? null }, { status: 422 });
    case "too_many": {
      const headers = { "retry-after": String(result.retryAfterSeconds) };
      return data<WriteAnswer>({ ...nothing, refusal: result.code }, { status: 429, headers });
    }
    default:
      return data<WriteAnswer>({ ...nothing, refusal: result.code }, { status: 409 });
  }
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.inquiry_mine_title(), isPrivate: true });
}

/** What two people wrote about a car. Neither sees the other's address. */
export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, notice } = loaderData;
  const { listing, otherName, messages, hasBlocked, isBlocked, hasReported } = conversation;
  const locale = getLocale();
  const title = formatListingTitle(listing);
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
        {conversation.hasPage ? <Link to={paths.listing(listing.id)}>{title}</Link> : title}
      </p>
      <ul className="conversation mt-5">
        {messages.map(({ id, text, at, byName, isMine }) => (
          <li key={id} className={isMine ? "conversation__mine" : undefined}>
            <p className="small">
              <b>{isMine ? m.inquiry_you() : byName}</b>{" "}
              <span className="muted">{formatDateTime(at, locale)}</span>
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
      {isBlocked ? (
        <p className="notice notice--warn mt-5">
          {hasBlocked ? m.inquiry_blocked_by_you() : m.inquiry_reason_blocked()}
        </p>
      ) : (
        <AnswerForm key={messages.length} answer={actionData ?? null} />
      )}
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <Button
          type="submit"
          look="ghost"
          size="sm"
          name="intent"
          value={hasBlocked ? "unblock" : "block"}
        >
          {hasBlocked ? m.inquiry_unblock() : m.inquiry_block({ name: otherName })}
        </Button>
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

function AnswerForm({ answer }: { answer: WriteAnswer | null }) {
  const isSending = useNavigation().state === "submitting";
  return (
    <Form method="post" className="mt-6 grid gap-4" noValidate>
      {answer?.refusal && (
        <p className="notice notice--bad" role="alert">
          {describeInquiryRefusal(answer.refusal)}
        </p>
      )}
      <TextAreaField
        name="text"
        label={m.inquiry_answer()}
        hint={m.inquiry_text_hint()}
        rows={4}
        maxLength={INQUIRY_TEXT_MAX_LENGTH}
        defaultValue={answer?.typed}
        error={answer?.fieldError ? describeInquiryError(answer.fieldError) : undefined}
      />
      <Button type="submit" className="justify-self-start" busy={isSending}>
        {m.inquiry_send()}
      </Button>
    </Form>
  );
}
