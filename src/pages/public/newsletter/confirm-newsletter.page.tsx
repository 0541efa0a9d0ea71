import { Form } from "react-router";
import { site } from "#site/site.ts";
import type { Route } from "./+types/confirm-newsletter.page.ts";
import { confirmSubscription, isConfirmable } from "#domain/newsletter/subscriptions.server.ts";
import { m } from "#messages/messages.js";
import {
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "../information/reading.css?url";

export const links = () => [pageStyle(stylesheet)];

/** A GET does not use the link up: mail programs fetch links too. */
export async function loader({ params }: LinkPageArgs) {
  return { isGood: await isConfirmable(params.token), days: site.retention.newsletterDays };
}

export async function action(args: LinkPageArgs) {
  await requireFormPost(args);
  return { isConfirmed: await confirmSubscription(args.params.token) };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.newsletter_confirm_title(), isPrivate: true });

export default function ConfirmNewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.isConfirmed) {
    return (
      <NarrowPage title={m.newsletter_confirmed_title()} lead={m.newsletter_confirmed_text()}>
        <Link className={buttonClass({})} to={paths.blog()}>
          {m.newsletter_to_blog()}
        </Link>
      </NarrowPage>
    );
  }
  if (!loaderData.isGood) {
    return (
      <NarrowPage
        title={m.newsletter_link_over_title()}
        lead={m.newsletter_link_over_text({ days: loaderData.days })}
      >
        <Link className={buttonClass({})} to={paths.newsletter()}>
          {m.newsletter_again()}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={m.newsletter_confirm_title()} lead={m.newsletter_confirm_text()}>
      <Form method="post">
        <Button type="submit">{m.newsletter_confirm_button()}</Button>
      </Form>
    </NarrowPage>
  );
}
