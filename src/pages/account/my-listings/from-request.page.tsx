import type { Route } from "./+types/from-request.page.ts";
import { m } from "#messages/messages.js";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { ListingForm } from "./listing-form.tsx";
import { handleFromRequest, loadFromRequest } from "./from-request.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadFromRequest(args);
}

export function action(args: Route.ActionArgs) {
  return handleFromRequest(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: m.sale_draft_title({ car: args.loaderData?.car ?? "" }),
    isPrivate: true,
  });

/** A new listing, prefilled with the answers of a sell request. */
export default function FromRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { car, reference, backHref, estimate, view } = loaderData;
  return (
    <>
      <p className="mb-4">
        <a href={backHref}>{m.sale_draft_back({ reference })}</a>
      </p>
      <SectionCard title={m.sale_draft_title({ car })} text={m.sale_draft_text()}>
        {estimate && (
          <p className="notice notice--plain mb-6">
            <span>
              {m.sale_draft_estimate(estimate)} <a href={backHref}>{m.sale_draft_estimate_why()}</a>
            </span>
          </p>
        )}
        <ListingForm view={actionData ?? view} submit={m.seller_save_new()} />
      </SectionCard>
    </>
  );
}
