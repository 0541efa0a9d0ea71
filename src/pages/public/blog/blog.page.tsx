import type { Route } from "./+types/blog.page.ts";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_blog_title(),
    description: m.information_blog_description(),
  });
}

export default function BlogPage() {
  return (
    <div className="page page-width">
      <PageHead title={m.information_blog_title()} lead={m.information_blog_description()} />
      <div className="faq-beside-call-back">
        <EmptyState title={m.information_blog_empty_title()}>
          <p>{m.information_blog_empty_text()}</p>
        </EmptyState>
        <CallBackSection subject={m.information_blog_subject()} />
      </div>
    </div>
  );
}
