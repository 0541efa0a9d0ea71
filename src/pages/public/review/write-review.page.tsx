import { data } from "react-router";
import type { Route } from "./+types/write-review.page.ts";
import { findReviewRequest, writeReview } from "#domain/review/review-request.server.ts";
import { reviewForm } from "#domain/review/review.form.ts";
import { m } from "#messages/messages.js";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "./write-review.page.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const request = await findReviewRequest(args.params.key);
  if (!request) throw data(null, { status: 404 });
  const visitor = readVisitor(args);
  const { firstName, isAnswered } = request;
  return { isAnswered, view: showForm(reviewForm, visitor, { author: firstName }) };
}

export async function action(args: Route.ActionArgs) {
  const { key } = args.params;
  const post = await requireFormPost(args);
  const { locale } = post.visitor;
  return answerForm(reviewForm, post, async ({ stars, text, author }) => {
    const written = await writeReview(key, { stars: Number(stars), text, author, locale });
    if (!written.ok && written.code === "no_such_link") throw data(null, { status: 404 });
    // Sent twice: the page says what became of the first one.
    return { ok: true, redirectTo: hrefIn(paths.writeReview(key), locale) };
  });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.review_write_title({ site: site.name }), isPrivate: true });

/** Where the e-mail after a delivered car leads. No account: the link says who was asked. */
export default function WriteReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.isAnswered) {
    return (
      <NarrowPage title={m.review_thanks_title()}>
        <p role="status">{m.review_thanks_text()}</p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={m.review_write_title({ site: site.name })} lead={m.review_write_lead()}>
      <PageForm view={latestView(actionData, loaderData.view)} submit={m.review_send()} />
    </NarrowPage>
  );
}
