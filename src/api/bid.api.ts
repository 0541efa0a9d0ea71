import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { bearerUser, type CallEnv } from "./bearer-user.server.ts";
import { type CallContract, refusals, routePath } from "./call-contract.ts";
import { jsonBody, permittedCaller, textField, tooMany } from "./call-caller.server.ts";
import { isListingId } from "#domain/listing/listing.ts";
import { receiveBid } from "#domain/bid/receive-bid.server.ts";

export const newBid: CallContract = {
  method: "post",
  path: "/newBid",
  summary: "Place a bid on a listing",
  description:
    "Who bids, when and on what price comes from the sign-in and the database: those fields of the body are accepted and not read. A sold or reserved listing and one's own answer 409; a price below 1000 or off the step of 10 answers 422. With an Idempotency-Key (a UUID) the same bid sent twice is placed once.",
  signedIn: "needed",
  headers: z.object({ "Idempotency-Key": z.string().optional() }),
  body: z
    .object({
      productId: z.string().describe("The listing's _id"),
      bidderPhone: z.string().describe("A Canadian number, however it is written"),
      proposedPrice: z.union([z.number(), z.string()]).describe("Canadian dollars"),
      bidderMessage: z.string().max(2000).optional(),
    })
    .catchall(z.unknown()),
  answers: {
    200: {
      description: "Placed",
      schema: z.object({ acknowledged: z.literal(true), insertedId: z.string() }),
    },
    ...refusals(401, 403, 404, 409, 422, 429),
  },
};

export const bidApi = new Hono<CallEnv>().post(routePath(newBid), bearerUser, async (context) => {
  const caller = permittedCaller(context, "bid");
  if ("refusal" in caller) return caller.refusal;
  const body = await jsonBody(context);
  const key = context.req.header("idempotency-key") ?? "";
  const received = await receiveBid({
    id: isListingId(key) ? key : randomUUID(),
    listingId: textField(body, "productId"),
    bidder: caller.user,
    locale: caller.user.locale,
    typed: {
      bidderPhone: textField(body, "bidderPhone"),
      proposedPrice: textField(body, "proposedPrice"),
      bidderMessage: textField(body, "bidderMessage"),
    },
  });
  if (received.ok) return context.json({ acknowledged: true, insertedId: received.id });
  switch (received.code) {
    case "put_right":
      return context.json({ error: received.code, problems: received.problems }, 422);
    case "too_many_bids":
      return tooMany(context, received.code, received.retryAfterSeconds);
    case "no_such_listing":
      return context.json({ error: "not_found" }, 404);
    default:
      return context.json({ error: received.code }, 409);
  }
});
