import { randomUUID } from "node:crypto";
import { z } from "zod";
import { receiveBid } from "#domain/bid/place-bid.server.ts";
import { jsonBody, refusals, wireText, wireTextOrNumber } from "./contract.ts";
import { defineCall, tooMany } from "./serve-calls.server.ts";

export const newBid = defineCall({
  method: "post",
  path: "/newBid",
  summary: "Place a bid on a listing",
  description:
    "Who bids, when and on what price comes from the sign-in and the database: those fields of the body are accepted and not read. A sold or reserved listing and one's own answer 409; a price below 1000 or off the step of 10 answers 422. A site that accepts no bids at the moment answers 404 with not_offered. With an Idempotency-Key the same bid sent twice is placed once.",
  caller: "member",
  permission: "bid",
  headers: z.object({ "idempotency-key": z.uuid({ error: "not_a_uuid" }).optional() }),
  body: jsonBody(
    z.looseObject({
      productId: wireText().describe("The listing's _id"),
      bidderPhone: wireTextOrNumber({
        missing: "phone_missing",
        unreadable: "not_a_phone",
      }).describe("A Canadian number, however it is written"),
      proposedPrice: wireTextOrNumber({
        missing: "price_missing",
        unreadable: "not_a_price",
      }).describe("Canadian dollars"),
      bidderMessage: wireText({ unreadable: "message_unreadable" })
        .nullish()
        .describe("At most 2000 characters"),
    }),
  ),
  responses: {
    200: {
      description: "Placed",
      schema: z.object({ acknowledged: z.literal(true), insertedId: z.string() }),
    },
    ...refusals(404, 409, 422, 429),
  },
}).answer(async ({ user, headers, body }) => {
  const received = await receiveBid({
    // PostgreSQL returns the stored ids of bids in lower case.
    id: headers["idempotency-key"]?.toLowerCase() ?? randomUUID(),
    listingId: body.productId,
    bidder: user,
    locale: user.locale,
    typed: {
      bidderPhone: body.bidderPhone,
      proposedPrice: body.proposedPrice,
      bidderMessage: body.bidderMessage ?? "",
    },
  });
  if (received.ok) {
    return { status: 200, body: { acknowledged: true, insertedId: received.id } };
  }
  switch (received.code) {
    case "put_right":
      return { status: 422, body: { error: received.code, problems: received.fieldErrors } };
    case "too_many_bids":
      return tooMany(received.code, received.retryAfterSeconds);
    case "not_offered":
      return { status: 404, body: { error: received.code } };
    case "no_such_listing":
      return { status: 404, body: { error: "not_found" } };
    default:
      return { status: 409, body: { error: received.code } };
  }
});
