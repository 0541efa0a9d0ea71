import { data } from "react-router";
import { callBackForm } from "#domain/call-back/call-back.form.ts";
import { recognizeSender } from "#domain/lead/lead-link.server.ts";
import { findLeadOfForm } from "#domain/lead/lead-queries.server.ts";
import { m } from "#messages/messages.js";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { describePromise } from "#pages/public/form-journey/promise.server.ts";
import { sentFacts } from "#pages/public/form-journey/sent-facts.server.ts";
import { RequestRights } from "#pages/public/form-journey/request-rights.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/call-back-sent.page.ts";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const { reference } = args.params;
  const facts = await sentFacts(reference, [callBackForm.name]);
  const found = facts && (await findLeadOfForm(reference, callBackForm.name));
  if (!facts || !found) throw data(null, { status: 404 });
  const visitor = readVisitor(args);
  return {
    facts,
    isOwn: recognizeSender(visitor, found, "") !== null,
    replyBy: describePromise(found.lead, visitor.locale),
  };
}

export const headers = privateHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.call_back_thanks(), isPrivate: true });
}

export default function CallBackSentPage({ loaderData }: Route.ComponentProps) {
  const { facts, isOwn, replyBy } = loaderData;
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.call_back_thanks()}</h1>
        <p>{m.call_back_sent_lead()}</p>
      </div>
      <SentDetails
        facts={facts}
        isOwn={isOwn}
        nextSteps={[
          m.call_back_sent_next_read(),
          [m.call_back_sent_next_contact(), replyBy].filter(Boolean).join(" "),
        ]}
      />
      {isOwn && <RequestRights reference={facts.reference} linkKey="" />}
    </div>
  );
}
