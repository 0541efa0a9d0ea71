import type { Route } from "./+types/cars.page.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#paths.ts";
import { ListingCard } from "#storefront/listing/listing-card.tsx";
import { PaymentAssumptions } from "#storefront/listing/payment-assumptions.tsx";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatNumber } from "#vocabulary/format.ts";
import { BODY_TYPES, type BodyType, isBodyType } from "#vocabulary/vehicle.ts";
import { bodyTypeLabel } from "#vocabulary/vehicle-label.ts";
import { liveCars } from "./cars.server.ts";

export async function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const type = query.get("type");
  const bodyType = isBodyType(type) ? type : null;
  const after = query.get("after");
  return { bodyType, isFirstPage: after === null, ...(await liveCars({ bodyType, after })) };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.listing_list_title(),
    description: m.listing_list_description(),
  });
}

function carsHref(bodyType: BodyType | null, after: string | null = null): string {
  const query = new URLSearchParams();
  if (bodyType) query.set("type", bodyType);
  if (after) query.set("after", after);
  return query.size > 0 ? `${paths.cars()}?${query}` : paths.cars();
}

export default function CarsPage({ loaderData }: Route.ComponentProps) {
  const { bodyType, isFirstPage, cars, count, nextAfter } = loaderData;
  const locale = getLocale();
  return (
    <div className="wrap pg">
      <div className="pg-h">
        <h1>{m.listing_list_title()}</h1>
        <p>
          {count === 1
            ? m.listing_list_count_one()
            : m.listing_list_count({ count: formatNumber(count, locale) })}
        </p>
      </div>
      <nav aria-label={m.listing_list_types()} className="mb-6 flex flex-wrap gap-2">
        {[null, ...BODY_TYPES].map((type) => (
          <Link
            key={type ?? "all"}
            to={carsHref(type)}
            aria-current={type === bodyType ? "page" : undefined}
            className={buttonClass({ size: "sm", look: type === bodyType ? "dark" : "ghost" })}
          >
            {type ? bodyTypeLabel(type, locale) : m.listing_list_all()}
          </Link>
        ))}
      </nav>
      {cars.length === 0 ? (
        <EmptyState title={m.listing_list_none_title()}>
          <p>{m.listing_list_none_text()}</p>
          <Link to={paths.callBack()} className={buttonClass()}>
            {m.listing_call_back()}
          </Link>
        </EmptyState>
      ) : (
        <>
          <h2 className="sr">{m.listing_list_results()}</h2>
          <div className="grid g4">
            {cars.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </div>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            {!isFirstPage && (
              <Link to={carsHref(bodyType)} className={buttonClass({ look: "ghost" })}>
                {m.listing_list_first()}
              </Link>
            )}
            {nextAfter && (
              <Link to={carsHref(bodyType, nextAfter)} className={buttonClass({ look: "ghost" })}>
                {m.listing_list_more()}
              </Link>
            )}
          </div>
          <PaymentAssumptions className="mt-10 max-w-[60em]" />
        </>
      )}
    </div>
  );
}
