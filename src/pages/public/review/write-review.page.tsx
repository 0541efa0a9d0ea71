import { data } from "react-router";
import type { Route } from "./+types/write-review.page.ts";
import { findReviewRequest } from "#domain/review/review-request.server.ts";
import { reviewForm, withdrawReviewForm } from "#domain/review/review.form.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { languageTag } from "#values/locale.ts";
import { answerReview } from "./write-review.server.ts";
import stylesheet from "./write-review.page.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const request = await findReviewRequest(args.params.key);
  if (!request) throw data(null, { status: 404 });
  const visitor = readVisitor(args);
  const { firstName, review } = request;
  return {
    review,
    view: showForm(reviewForm, visitor, { author: firstName }),
    withdrawView: showForm(withdrawReviewForm, visitor),
  };
}

export function action(args: Route.ActionArgs) {
  return answerReview(args);
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.review_write_title({ site: site.name }), isPrivate: true });

/**
 * The page that the e-mail after a delivered car links to. It needs no account: the link identifies
 * the person.
 */
export default function WriteReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { review, view, withdrawView } = loaderData;
  if (review) return <Written review={review} view={latestView(actionData, withdrawView)} />;
  return (
    <NarrowPage title={m.review_write_title({ site: site.name })} lead={m.review_write_lead()}>
      <p className="small mb-4">
        <Link to={paths.reviewRule()}>{m.review_rule_link()}</Link>
      </p>
      <PageForm view={latestView(actionData, view)} submit={m.review_send()} />
    </NarrowPage>
  );
}

/** Their review, whether it is shown, and a form to remove it. */
function Written({
  review: { stars, text, locale, state },
  view,
}: {
  review: NonNullable<Awaited<ReturnType<typeof loader>>["review"]>;
  view: FormView;
}) {
  const isDown = state === "withdrawn";
  return (
    <NarrowPage title={isDown ? m.review_withdrawn_title() : m.review_thanks_title()}>
      <p role="status">{isDown ? m.review_withdrawn_text() : STATE_WORDS[state]()}</p>
      {!isDown && (
        <>
          <blockquote
            lang={languageTag[locale]}
            className="my-4 border-l-3 border-border pl-4 whitespace-pre-line wrap-anywhere"
          >
            <p>{m.home_review_stars({ stars })}</p>
            {text}
          </blockquote>
          <PageForm view={view} variant="ghost" submit={m.review_withdraw()} />
          <p className="small muted mt-4">{m.review_withdraw_hint()}</p>
        </>
      )}
      <p className="small mt-4">
        <Link to={paths.reviewRule()}>{m.review_rule_link()}</Link>
      </p>
    </NarrowPage>
  );
}

const STATE_WORDS = {
  waiting: m.review_thanks_text,
  published: m.review_shown_text,
  declined: m.review_declined_text,
} as const;
