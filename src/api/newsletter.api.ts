import { z } from "zod";
import { newsletterForm } from "#domain/newsletter/newsletter.form.ts";
import { askToSubscribe } from "#domain/newsletter/subscriptions.server.ts";
import { jsonSchema } from "#forms/json-schema.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { now } from "#platform/clock/clock.server.ts";
import { formRefusalResponse, wholeFormBody } from "./contract.ts";
import { describeRefusal, refusedFormResponse } from "./form-post.api.ts";
import { type Call, defineCall, retryAfter } from "./serve-calls.server.ts";

/**
 * The newsletter's box for clients that accept JSON. The response is the same for every address.
 */
export const newsletterCall: Call = defineCall({
  method: "post",
  path: "/forms/newsletter",
  summary: "Ask for the newsletter",
  description:
    "Sends the address a message that asks for its consent; nothing else is sent before. " +
    "Send `Accept: application/json`; a browser without it is led to a page. " +
    "Under /fr the words and the newsletter are French.",
  inFrench: true,
  besidePage: true,
  caller: "visitor",
  body: wholeFormBody(jsonSchema(newsletterForm)),
  responses: {
    200: {
      description: "Asked, or subscribed already",
      schema: z.object({ result: z.literal("success") }),
    },
    422: { description: "No email address; nothing is stored", schema: refusedFormResponse },
    429: { description: "Too many posts; see Retry-After", schema: formRefusalResponse },
  },
}).answer(async ({ visitor, body }) => {
  const { locale, ipAddress } = visitor;
  const reading = readForm(newsletterForm, body, readContextFor(locale, now()));
  if (!reading.ok)
    return { status: 422, body: describeRefusal(newsletterForm, reading.fieldErrors, visitor) };
  const { email } = reading.answers;
  const requested = await askToSubscribe({ email, locale, ipAddress, channel: "call: newsletter" });
  if (requested.ok) return { status: 200, body: { result: "success" } };
  return {
    status: 429,
    body: { result: "error", error: requested.code },
    headers: retryAfter(requested.retryAfterSeconds),
  };
});
