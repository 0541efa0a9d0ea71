import { type Context, Hono } from "hono";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { askForCode, checkCode } from "#domain/phone-verification/phone-code.server.ts";

type CodeEnv = { Variables: { visitor: Visitor } };

export const FORM_PHONE_PURPOSES = ["pre_approval", "sell_car"] as const satisfies PhonePurpose[];
/** Generous by address: guesses and sends are limited by number in their own table. */
const CALLS_BY_ADDRESS = { name: "phone codes", most: 3000, windowMs: 60_000 };

/**
 * Phone codes for programs that post a form without our pages: url-encoded `phone`, then `phone`
 * and `code`. The visitor cookie of the answer goes with the form's post.
 */
export const phoneCodeApi = new Hono<CodeEnv>()
  .post("/api/phone-verification", (context) =>
    answer(context, (visitor, purpose, raw) =>
      askForCode(visitor, purpose, rawValue(raw, "phone")),
    ),
  )
  .post("/api/phone-verification/check", (context) =>
    answer(context, (visitor, purpose, raw) =>
      checkCode(visitor, purpose, rawValue(raw, "phone"), rawValue(raw, "code")),
    ),
  );

type Ask = (
  visitor: Visitor,
  purpose: PhonePurpose,
  raw: ReturnType<typeof rawFields>,
) => ReturnType<typeof askForCode>;

async function answer(context: Context<CodeEnv>, ask: Ask) {
  const visitor = context.get("visitor");
  const limit = countAgainst(CALLS_BY_ADDRESS, visitor.ipAddress);
  if (!limit.ok) {
    context.header("retry-after", String(limit.retryAfterSeconds));
    return context.json({ result: "error", error: "too_many" }, 429);
  }
  const raw = rawFields(await context.req.raw.formData());
  const purpose = rawValue(raw, "purpose") || "pre_approval";
  if (!isPurpose(purpose)) return context.json({ result: "error", error: "no_such_purpose" }, 422);
  const view = await ask(visitor, purpose, raw);
  if (view.waitSeconds > 0) context.header("retry-after", String(view.waitSeconds));
  const status = view.isError ? (view.waitSeconds > 0 ? 429 : 422) : 200;
  return context.json({ result: view.isError ? "error" : "success", ...view }, status);
}

function isPurpose(value: string): value is PhonePurpose {
  return FORM_PHONE_PURPOSES.some((purpose) => purpose === value);
}
