import { z } from "zod";
import {
  askForCode,
  checkCode,
  type PhoneCodeView,
} from "#domain/phone-verification/phone-code.server.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { formBody, formRefusalResponse, wireText } from "./contract.ts";
import { defineCall, retryAfter } from "./serve-calls.server.ts";

const FORM_PHONE_PURPOSES = ["pre_approval", "sell_car"] as const satisfies PhonePurpose[];
/** Generous per IP address: sends and guesses are limited per phone number, in their own table. */
const CALLS_BY_ADDRESS = { name: "phone codes", most: 3000, windowMs: 60_000 };

/** What the page's widget shows, as texts. */
const widget = z.object({
  state: z.enum(["not_started", "code_sent", "verified"]),
  message: z.string().nullable(),
  isError: z.boolean(),
  waitSeconds: z.int().min(0),
  isUnavailable: z
    .boolean()
    .describe("No code can be had now: the form is taken without one, and says so"),
});
const refusedWidget = widget.extend({ result: z.literal("error") });

const responses = {
  200: { description: "Done", schema: widget.extend({ result: z.literal("success") }) },
  422: { description: "Refused", schema: z.union([refusedWidget, formRefusalResponse]) },
  429: {
    description: "Too soon; see Retry-After",
    schema: z.union([refusedWidget, formRefusalResponse]),
  },
} as const;

const phoneFields = z.object({
  phone: wireText(),
  purpose: z.enum(FORM_PHONE_PURPOSES, { error: "no_such_purpose" }).default("pre_approval"),
});

const description =
  "For programs that post a form without our pages. The cookie of the answer ties the verified number to the form's post.";

export const phoneVerification = defineCall({
  method: "post",
  path: "/api/phone-verification",
  summary: "Send a code by SMS",
  description,
  caller: "visitor",
  body: formBody(phoneFields),
  responses,
}).answer(({ visitor, body: { purpose, phone } }) =>
  respond(visitor, () => askForCode(visitor, purpose, phone)),
);

export const phoneVerificationCheck = defineCall({
  method: "post",
  path: "/api/phone-verification/check",
  summary: "Check a code",
  description,
  caller: "visitor",
  body: formBody(phoneFields.extend({ code: wireText().describe("Six digits") })),
  responses,
}).answer(({ visitor, body: { purpose, phone, code } }) =>
  respond(visitor, () => checkCode(visitor, purpose, phone, code)),
);

async function respond(visitor: Visitor, ask: () => Promise<PhoneCodeView>) {
  const limit = await countAgainst(CALLS_BY_ADDRESS, visitor.ipAddress);
  if (!limit.ok) {
    return {
      status: 429,
      body: { result: "error", error: "too_many" },
      headers: retryAfter(limit.retryAfterSeconds),
    } as const;
  }
  const view = await ask();
  if (!view.isError) return { status: 200, body: { result: "success", ...view } } as const;
  const body = { result: "error", ...view } as const;
  if (view.waitSeconds === 0) return { status: 422, body } as const;
  return { status: 429, body, headers: retryAfter(view.waitSeconds) } as const;
}
