import { data } from "react-router";
import { findPublicCards } from "#domain/listing/listing-queries.server.ts";
import type { Route } from "./+types/recently-viewed.page.ts";
import { MOST_RECENT } from "./recently-viewed.ts";

/** The cards of recently viewed listings in their present state; removed listings are left out. */
export async function loader({ request }: Route.LoaderArgs) {
  const ids = new URL(request.url).searchParams.getAll("id").slice(0, MOST_RECENT);
  return data(
    { cars: await findPublicCards(ids) },
    { headers: { "cache-control": "private, no-store" } },
  );
}
