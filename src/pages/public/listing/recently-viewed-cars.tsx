import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { formatCarName } from "#values/car-name.ts";
import { isSold } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { formatCad } from "#values/money.ts";
import { ListingPicture } from "./listing-picture.tsx";
import type { loader } from "./recently-viewed.page.ts";
import { forgetRecentlyViewed, readRecentlyViewed } from "./recently-viewed.ts";

/** The cars recently viewed in this browser; one press deletes the list. */
export function RecentlyViewedCars() {
  const { load, data } = useFetcher<typeof loader>();
  const [isForgotten, setForgotten] = useState(false);
  useEffect(() => {
    const ids = readRecentlyViewed();
    if (ids.length === 0) return;
    const query = new URLSearchParams(ids.map((id) => ["id", id]));
    void load(`${hrefIn(paths.recentlyViewed())}?${query}`);
  }, [load]);
  const cars = data?.cars ?? [];
  if (isForgotten) return <p role="status">{m.listing_recent_forgotten()}</p>;
  if (cars.length === 0) return null;
  const forget = () => {
    forgetRecentlyViewed();
    setForgotten(true);
  };
  const locale = getLocale();
  return (
    <section className="recently-viewed" aria-labelledby="recently-viewed">
      <div className="recently-viewed__head">
        <h2 id="recently-viewed">{m.listing_recent()}</h2>
        <button type="button" className="link" onClick={forget}>
          {m.listing_recent_forget()}
        </button>
      </div>
      <ul>
        {cars.map((listing) => (
          <li key={listing.id}>
            <Link to={paths.listing(listing.id)}>
              <ListingPicture listing={listing} sizes="180px" widthsPx={[300]} isDecorative />
              <b>{formatCarName(listing)}</b>
              <span className="figures">
                {isSold(listing) ? m.listing_sold() : formatCad(listing.priceCad, locale)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
