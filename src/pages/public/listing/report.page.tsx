import { data } from "react-router";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { listingReportForm } from "#domain/listing/listing-report.form.ts";
import { reportListing } from "#domain/listing/listing-report.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/report.page.ts";
import { ListingFormPage } from "./listing-form-page.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const listing = await findPublicListing(args.params.id);
  if (!listing) throw data(null, { status: 404 });
  const view = showForm(listingReportForm, readVisitor(args));
  return { id: listing.id, title: formatCarName(listing), view };
}

export async function action(args: Route.ActionArgs) {
  const post = await requireFormPost(args);
  const { user, ipAddress, locale } = post.visitor;
  const by = { userId: user?.id ?? null, ipAddress };
  return handleForm(listingReportForm, post, async ({ reason, details = "" }) => {
    const listingId = args.params.id;
    const sent = await reportListing({ listingId, reason, details, locale, by });
    if (sent.ok) return sent;
    if (sent.code === "no_such_listing") throw data(null, { status: 404 });
    const { retryAfterSeconds } = sent;
    return { ok: false, message: m.listing_report_too_many(), status: 429, retryAfterSeconds };
  });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.listing_report_title(), isPrivate: true });
}

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, view } = loaderData;
  return (
    <ListingFormPage
      title={m.listing_report_title()}
      listingId={id}
      lead={
        <>
          <b>{title}</b>
          <br />
          {m.listing_report_text()}
        </>
      }
    >
      {actionData?.ok ? (
        <p className="notice notice--ok mt-4" role="status">
          {m.listing_report_sent()}
        </p>
      ) : (
        <PageForm
          view={latestView(actionData, view)}
          submit={m.listing_report_send()}
          className="card p-6 mt-2"
        />
      )}
    </ListingFormPage>
  );
}
