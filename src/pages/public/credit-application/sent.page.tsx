import { data } from "react-router";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { findAffordableCars } from "#domain/credit-application/affordable-cars.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { m } from "#messages/messages.js";
import { SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { sentFacts } from "#pages/public/form-journey/sent.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { AffordabilityCard } from "./affordability-card.tsx";
import type { Route } from "./+types/sent.page.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const facts = await sentFacts(params.reference, [creditApplicationForm.name]);
  if (!facts) throw data(null, { status: 404 });
  return {
    facts,
    affordable: await findAffordableCars(params.reference, readVisitor({ context })),
  };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.credit_application_sent_title(), isPrivate: true });
}

export default function CreditApplicationSentPage({ loaderData }: Route.ComponentProps) {
  const { facts, affordable } = loaderData;
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.credit_application_sent_title()}</h1>
        <p>{m.credit_application_sent_lead()}</p>
      </div>
      <SentDetails
        facts={facts}
        nextSteps={[
          m.credit_application_sent_next_read(),
          m.credit_application_sent_next_contact(),
          m.credit_application_sent_next_lender(),
        ]}
      />
      {affordable && <AffordabilityCard found={affordable} />}
    </div>
  );
}
