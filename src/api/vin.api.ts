import { type Context, Hono } from "hono";
import { rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { lookUpVin } from "#domain/catalogue/vin-look-up.server.ts";

type VinEnv = { Variables: { visitor: Visitor } };

/**
 * What is known of a car: `POST /api/vin` with a url-encoded `vin`, answered with a `VinAnswer`. The
 * VIN travels in the body, since addresses end up in logs and histories.
 */
export const vinApi = new Hono<VinEnv>().post("/api/vin", answer).post("/fr/api/vin", answer);

async function answer(context: Context<VinEnv>) {
  // Whatever is no form holds no VIN either.
  const posted = await context.req.raw.formData().catch(() => new FormData());
  const raw = rawFields(posted);
  const looked = await lookUpVin(rawValue(raw, "vin"), context.get("visitor"));
  context.header("cache-control", "no-store");
  if (looked.ok) return context.json(looked.answer);
  context.header("retry-after", String(looked.retryAfterSeconds));
  return context.json(looked.answer, 429);
}
