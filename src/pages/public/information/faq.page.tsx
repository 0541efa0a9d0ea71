import type { Route } from "./+types/faq.page.ts";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { allQuestions, FaqList } from "./faq.tsx";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_faq_title(),
    description: m.information_faq_description(),
    structuredData: {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: allQuestions().map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  });
}

export default function FaqPage() {
  return (
    <div className="page page-width">
      <PageHead title={m.information_faq_title()} lead={m.information_faq_description()} />
      <div className="faq-beside-call-back">
        <FaqList questions={allQuestions()} openFirst />
        <CallBackSection />
      </div>
    </div>
  );
}
