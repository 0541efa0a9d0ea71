import { data } from "react-router";
import { m } from "#messages/messages.js";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { describeReplyBy } from "#pages/public/form-journey/reply-by.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { sentFacts } from "#pages/public/form-journey/sent.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/call-back-sent.page.ts";
import { callBackForm } from "#domain/call-back/call-back.form.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader({ params, context }: Route.LoaderArgs) {
  const facts = await sentFacts(params.reference, [callBackForm.name]);
  if (!facts) throw data(null, { status: 404 });
  return { facts, replyBy: describeReplyBy(facts.sentAt, readVisitor({ context }).locale) };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.call_back_thanks(), isPrivate: true });
}

export default function CallBackSentPage({ loaderData: { facts, replyBy } }: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.call_back_thanks()}</h1>
        <p>{m.call_back_sent_lead()}</p>
      </div>
      <SentDetails
        facts={facts}
        nextSteps={[
          m.call_back_sent_next_read(),
          [m.call_back_sent_next_contact(), replyBy].filter(Boolean).join(" "),
        ]}
      />
    </div>
  );
}
