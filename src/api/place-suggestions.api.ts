import { type Context, Hono } from "hono";
import { env } from "#platform/env/env.server.ts";
import { gazetteerGeocoder } from "#platform/geocoder/gazetteer-geocoder.server.ts";
import { geoapifyGeocoder } from "#platform/geocoder/geoapify-geocoder.server.ts";
import type { Geocoder } from "#platform/geocoder/geocoder.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";

type PlaceEnv = { Variables: { visitor: Visitor } };

const SUGGESTIONS = 6;
const LONGEST_TEXT = 200;
/** A person types a few keys a second; an office full of them shares one address. */
const LOOKUPS_BY_ADDRESS = { name: "place look-ups", most: 600, windowMs: 60_000 };
/** Geoapify's terms ask for this line where its answers are shown. GeoNames is named in the footer. */
const GEOAPIFY_CREDIT = "Powered by Geoapify · © OpenStreetMap contributors";

/**
 * Places in Canada for what has been typed so far: `GET /api/place-suggestions?text=`. It never
 * fails for want of a provider: then towns come from the site's own gazetteer.
 */
export const placeSuggestionsApi = new Hono<PlaceEnv>()
  .get("/api/place-suggestions", suggest)
  .get("/fr/api/place-suggestions", suggest);

async function suggest(context: Context<PlaceEnv>) {
  const { ipAddress, locale } = context.get("visitor");
  const limit = countAgainst(LOOKUPS_BY_ADDRESS, ipAddress);
  if (!limit.ok) {
    context.header("retry-after", String(limit.retryAfterSeconds));
    return context.json({ error: "too_many" }, 429);
  }
  const text = (context.req.query("text") ?? "").slice(0, LONGEST_TEXT);
  const { places, source } = await geocoder().suggest(text, { locale, limit: SUGGESTIONS });
  // What somebody types is theirs: no shared cache keeps it.
  context.header("cache-control", "private, max-age=300");
  return context.json({
    suggestions: places.map(({ formatted, lat, lon, placeId }) => ({
      formatted,
      lat,
      lon,
      placeId,
    })),
    attribution: source === "geoapify" ? GEOAPIFY_CREDIT : null,
  });
}

let chosen: Geocoder | undefined;

/** Geoapify where the operator has a key, else the gazetteer. */
function geocoder(): Geocoder {
  chosen ??= chooseGeocoder();
  return chosen;
}

function chooseGeocoder(): Geocoder {
  const { GEOAPIFY_KEY, GEOAPIFY_URL } = env();
  const gazetteer = gazetteerGeocoder();
  if (!GEOAPIFY_KEY) return gazetteer;
  return geoapifyGeocoder({
    key: GEOAPIFY_KEY,
    ...(GEOAPIFY_URL ? { baseUrl: GEOAPIFY_URL } : {}),
    fallback: gazetteer,
  });
}
