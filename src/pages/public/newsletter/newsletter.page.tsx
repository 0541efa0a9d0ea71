import type { Route } from "./+types/newsletter.page.ts";
import { newsletterForm } from "#domain/newsletter/newsletter.form.ts";
import { askToSubscribe } from "#domain/newsletter/subscriptions.server.ts";
import { m } from "#messages/messages.js";
import { MailSent } from "#pages/form/mail-link.tsx";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { isDemoMode } from "#pages/public/layout/layout.server.ts";
import { type PageArgs, privateHeaders, requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { newsletterConsent } from "./newsletter-box.tsx";
import stylesheet from "../information/reading.css?url";

export const links = () => [pageStyle(stylesheet)];

/** The form on its own page; the blog's boxes post to it. */
export function loader(args: PageArgs) {
  return { view: showForm(newsletterForm, readVisitor(args)) };
}

/** The response is the same for every address; whether an e-mail is sent is decided afterwards. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  return handleForm(newsletterForm, post, async ({ email }) => {
    const { locale, ipAddress } = post.visitor;
    const requested = await askToSubscribe({
      email,
      locale,
      ipAddress,
      channel: "web: newsletter",
    });
    if (requested.ok) return { ok: true, sentTo: email, hasOutbox: isDemoMode() };
    const minutes = Math.ceil(requested.retryAfterSeconds / 60);
    return {
      ok: false,
      status: 429,
      retryAfterSeconds: requested.retryAfterSeconds,
      message: m.newsletter_too_many({ minutes }),
    };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.newsletter_title(), isPrivate: true });

export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok) {
    const { sentTo, hasOutbox } = actionData;
    return (
      <MailSent
        title={m.newsletter_sent_title()}
        text={m.newsletter_sent_text({ email: sentTo })}
        hasOutbox={hasOutbox}
      />
    );
  }
  return (
    <NarrowPage title={m.newsletter_title()} lead={m.newsletter_box_text()}>
      <PageForm view={latestView(actionData, loaderData.view)} submit={m.newsletter_button()}>
        <p className="fine-print muted">{newsletterConsent()}</p>
      </PageForm>
    </NarrowPage>
  );
}
