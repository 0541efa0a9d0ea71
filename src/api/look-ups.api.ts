import { z } from "zod";
import { lookUpVin } from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import { geocoder } from "#platform/geocoder/geocoder.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { BODY_TYPES, FUELS } from "#values/vehicle.ts";
import { suggestSearches } from "#domain/landing/search-suggestions.server.ts";
import { formatCity } from "#values/location/gazetteer.ts";
import { findNearestCity } from "#values/location/nearest-city.ts";
import { REGIONS } from "#values/province.ts";
import { formBody, jsonBody, refusals, wireText } from "./contract.ts";
import { defineCall, retryAfter, tooMany } from "./serve-calls.server.ts";

const MOST_SUGGESTIONS = 6;
const LONGEST_TEXT = 200;
/** A person types a few keys a second; all people of an office share one IP address. */
const LOCATIONS_BY_ADDRESS = { name: "place look-ups", most: 600, windowMs: 60_000 };
/** Geoapify's terms require this line beside its results. GeoNames is named in the footer. */
const GEOAPIFY_CREDIT = "Powered by Geoapify · © OpenStreetMap contributors";

/** The text typed so far; a longer one is cut, not refused. */
const TYPED_SO_FAR = z.object({
  text: z
    .string()
    .default("")
    .transform((text) => text.slice(0, LONGEST_TEXT)),
});

export const locationSuggestions = defineCall({
  method: "get",
  path: "/api/place-suggestions",
  summary: "Places in Canada for what has been typed so far",
  description:
    "It never fails for want of a provider: then towns come from the site's own gazetteer. Under /fr the names are French.",
  inFrench: true,
  caller: "visitor",
  query: TYPED_SO_FAR,
  responses: {
    200: {
      description: "The places; none where nothing fits",
      schema: z.object({
        suggestions: z.array(
          z.object({
            formatted: z.string(),
            lat: z.number(),
            lon: z.number(),
            placeId: z.string(),
          }),
        ),
        attribution: z.string().nullable().describe("To be shown beside the suggestions"),
      }),
    },
    ...refusals(429),
  },
}).answer(async ({ visitor: { ipAddress, locale }, query: { text } }) => {
  const limit = await countAgainst(LOCATIONS_BY_ADDRESS, ipAddress);
  if (!limit.ok) return tooMany("too_many", limit.retryAfterSeconds);
  const { places, source } = await geocoder().suggest(text, { locale, limit: MOST_SUGGESTIONS });
  return {
    status: 200,
    body: {
      suggestions: places.map(({ formatted, lat, lon, placeId }) => ({
        formatted,
        lat,
        lon,
        placeId,
      })),
      attribution: source === "geoapify" ? GEOAPIFY_CREDIT : null,
    },
    // What a person types is personal: no shared cache may store it.
    headers: { "cache-control": "private, max-age=300" },
  };
});

export const nearestCity = defineCall({
  method: "post",
  path: "/api/nearest-place",
  summary: "The town that a position lies in or near",
  description:
    "The position travels in the body, since addresses end up in logs and histories, and is not kept.",
  inFrench: true,
  caller: "visitor",
  body: jsonBody(
    z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
  ),
  responses: {
    200: {
      description: "The town; null for a position far from any town in Canada",
      schema: z.object({ formatted: z.string().nullable() }),
    },
    ...refusals(429),
  },
}).answer(async ({ visitor: { ipAddress, locale }, body }) => {
  const limit = await countAgainst(LOCATIONS_BY_ADDRESS, ipAddress);
  if (!limit.ok) return tooMany("too_many", limit.retryAfterSeconds);
  const location = findNearestCity(body);
  return { status: 200, body: { formatted: location && formatCity(location, locale) } };
});

const SEARCHES_BY_ADDRESS = { name: "search suggestions", most: 600, windowMs: 60_000 };
const MOST_SEARCHES = 8;

export const searchSuggestions = defineCall({
  method: "get",
  path: "/api/search-suggestions",
  summary: "Makes, models and towns of cars for sale, for what has been typed so far",
  inFrench: true,
  caller: "visitor",
  query: TYPED_SO_FAR,
  responses: {
    200: {
      description: "Those that most cars are of first; none where nothing fits",
      schema: z.object({
        suggestions: z.array(
          z.object({
            kind: z.enum(["make", "model", "city"]),
            label: z.string(),
            count: z.int().describe("Cars for sale"),
            filters: z
              .object({
                make: z.array(z.string()),
                model: z.array(z.string()).describe("As in addresses: Honda_Civic"),
                province: z.array(z.enum(REGIONS)),
                city: z.array(z.string()).describe("As in addresses: ON_Toronto"),
              })
              .partial(),
          }),
        ),
      }),
    },
    ...refusals(429),
  },
}).answer(async ({ visitor: { ipAddress, locale }, query: { text } }) => {
  const limit = await countAgainst(SEARCHES_BY_ADDRESS, ipAddress);
  if (!limit.ok) return tooMany("too_many", limit.retryAfterSeconds);
  return {
    status: 200,
    body: { suggestions: await suggestSearches(text, { locale, most: MOST_SEARCHES }) },
    headers: { "cache-control": "private, max-age=60" },
  };
});

const vinDetails = z.object({
  year: z.int().optional(),
  make: z.string().optional(),
  model: z.string().optional(),
  trim: z.string().optional(),
  body: z.enum(BODY_TYPES).optional(),
  fuel: z.enum(FUELS).optional(),
  engineLitres: z.number().optional(),
  cylinders: z.int().optional(),
  doors: z.int().optional(),
  plant: z.string().optional(),
});

export const vinLookUp = defineCall({
  method: "post",
  path: "/api/vin",
  summary: "What is known of a car by its VIN",
  description:
    "The VIN travels in the body, since addresses end up in logs and histories. It is decoded on this machine.",
  inFrench: true,
  caller: "visitor",
  body: formBody(z.object({ vin: wireText() })),
  responses: {
    200: {
      description: "What is known, or why nothing is",
      schema: z.discriminatedUnion("state", [
        vinDetails.extend({ state: z.literal("decoded"), checkDigitIsValid: z.boolean() }),
        vinDetails
          .pick({ year: true, make: true })
          .extend({ state: z.literal("unknown"), checkDigitIsValid: z.boolean() }),
        z.object({
          state: z.literal("refused"),
          code: z.enum(["empty", "length", "characters"]),
        }),
        z.object({ state: z.literal("not_ready") }),
      ]),
    },
    429: {
      description: "Too many; see Retry-After",
      schema: z.object({ state: z.literal("too_many") }),
    },
  },
}).answer(async ({ visitor, body: { vin } }) => {
  const lookup = await lookUpVin(vin, visitor);
  if (lookup.ok) return { status: 200, body: lookup.result };
  return {
    status: 429,
    body: lookup.result,
    headers: retryAfter(lookup.retryAfterSeconds),
  };
});
