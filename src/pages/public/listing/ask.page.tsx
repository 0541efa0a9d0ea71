import { data } from "react-router";
import { inquiryForm } from "#domain/inquiry/inquiry.form.ts";
import { askSeller, findAskRefusal } from "#domain/inquiry/write-inquiry.server.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { requireFormPost, requireMember, requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/ask.page.ts";
import { describeInquiryRefusal, refuseInquiry } from "./inquiry-words.ts";
import { ListingFormPage } from "./listing-form-page.tsx";
import stylesheet from "../form-journey/forms.css?url";

export const links = () => [pageStyle(stylesheet)];

/** @throws a redirect to sign-in for a visitor, 404 for a listing that is not public. */
export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requireMember(args);
  const listing = await findPublicListing(args.params.id);
  if (!listing) throw data(null, { status: 404 });
  const refusal = await findAskRefusal(user, listing.id);
  // The default kind: most people have a question, fewer want a test drive.
  const view = showForm(inquiryForm, visitor, { kind: "question" });
  return { id: listing.id, title: formatCarName(listing), refusal, view };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requirePermission(args, "bid");
  return handleForm(inquiryForm, await requireFormPost(args), async (requested) => {
    const sent = await askSeller(user, { ...requested, listingId: args.params.id });
    if (!sent.ok) return refuseInquiry(sent);
    return { ok: true, redirectTo: `${hrefIn(paths.conversation(sent.inquiryId))}?done=sent` };
  });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.inquiry_ask_title(), isPrivate: true });
}

/** A question to the seller, or a request for a test drive. */
export default function AskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, refusal, view } = loaderData;
  return (
    <ListingFormPage
      title={m.inquiry_ask_title()}
      listingId={id}
      lead={
        <>
          <b>{title}</b>
          <br />
          {m.inquiry_ask_text()}
        </>
      }
    >
      {refusal ? (
        <p className="notice notice--warn mt-4">{describeInquiryRefusal(refusal)}</p>
      ) : (
        <PageForm
          view={latestView(actionData, view)}
          submit={m.inquiry_send()}
          className="card p-6 mt-2"
        />
      )}
    </ListingFormPage>
  );
}
