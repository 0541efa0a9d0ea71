import { Form } from "react-router";
import type { Route } from "./+types/unsubscribe.page.ts";
import { unsubscribe } from "#domain/newsletter/subscriptions.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
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

/**
 * Ends a subscription by one press, without signing in. Mail programs with an own button post
 * `List-Unsubscribe=One-Click` here and follow no redirect (RFC 8058 §3.1), so the response is a
 * page.
 */
export async function action(args: LinkPageArgs) {
  const { raw } = await requireFormPost(args);
  const isOneClick = rawValue(raw, "List-Unsubscribe") === "One-Click";
  await unsubscribe(args.params.token, isOneClick ? "one_click" : "page");
  return { isDone: true };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.newsletter_unsubscribe_title(), isPrivate: true });

export default function UnsubscribePage({ actionData }: Route.ComponentProps) {
  if (actionData?.isDone) {
    return (
      <NarrowPage title={m.newsletter_unsubscribed_title()} lead={m.newsletter_unsubscribed_text()}>
        <Link className={buttonClass({})} to={paths.blog()}>
          {m.newsletter_to_blog()}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={m.newsletter_unsubscribe_title()} lead={m.newsletter_unsubscribe_text()}>
      <Form method="post">
        <Button type="submit">{m.newsletter_unsubscribe_button()}</Button>
      </Form>
    </NarrowPage>
  );
}
