import { data } from "react-router";
import type { BidMoveResult, NegotiationAction } from "#domain/bid/move-bid.server.ts";
import type { MoveResult } from "#domain/bid/move-listing.server.ts";
import { listMovesAt, type OfferedMove } from "#domain/listing/listing-buttons.ts";
import { findMove } from "#domain/listing/listing-state.ts";
import { answerBid, moveBid, moveListing } from "#domain/sale/move-with-offers.server.ts";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { requireMember } from "#pages/session/guards.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { makeRecord } from "#values/record.ts";
import type { BidCommandResult } from "./bid-words.ts";

// The commands on bids and on their listing. Each page uses the ones that it offers; bid-state.ts
// and listing-state.ts decide who may run them and when.

/** Whether it succeeded, and the code of its message, which each page shows in its own place. */
export type MoveOutcome = { ok: boolean; code: string };
type BidMoveOutcome = MoveOutcome & Pick<BidCommandResult, "refusedPrice">;

type BidSubject = { by: SignedInUser; bidId: string; typedPrice: string };

/** A command on the bid that the post names. `done`: the message's code on success. */
function bidCommand(
  done: string,
  move: (transaction: Transaction, bid: BidSubject) => Promise<BidMoveResult | MoveResult>,
) {
  return {
    async run({ args, field }: Press): Promise<BidMoveOutcome> {
      const { user: by } = requireMember(args);
      const [bidId, typedPrice] = [field("bidId"), field("counterPrice")];
      const result = await db().transaction((transaction) =>
        move(transaction, { by, bidId, typedPrice }),
      );
      if (result.ok) return { ok: true, code: done, refusedPrice: null };
      const refusedPrice =
        result.code === "not_a_price" ? { bidId, typed: typedPrice.slice(0, 40) } : null;
      return { ok: false, code: result.code, refusedPrice };
    },
  };
}

const negotiationCommand = (move: NegotiationAction, done: string) =>
  bidCommand(done, (transaction, bid) => moveBid(transaction, { ...bid, move }));

const answerCommand = (input: "sell" | "reserve" | "decline") =>
  bidCommand("answered", (transaction, { by, bidId }) =>
    answerBid(transaction, { by, bidId, answer: input }),
  );

export const bidCommands = defineCommands<unknown>()({
  // The bidder's.
  withdraw: negotiationCommand("withdraw", "withdrawn"),
  "accept-counter": negotiationCommand("accept_counter", "counter_accepted"),
  "decline-counter": negotiationCommand("decline_counter", "counter_declined"),
  // The seller's.
  counter: negotiationCommand("counter", "countered"),
  "withdraw-counter": negotiationCommand("withdraw_counter", "counter_withdrawn"),
  decline: answerCommand("decline"),
  "accept-sold": answerCommand("sell"),
  "accept-reserved": answerCommand("reserve"),
});

export type ListingSubject = { listingId: string };
type PressedMove = OfferedMove<"manage" | "received_bids">;

/** Each has the name of its move. */
export const listingMoveCommands = makeRecord(
  [...listMovesAt("manage"), ...listMovesAt("received_bids")],
  (move) => ({
    async run({ args }: Press, { listingId }: ListingSubject): Promise<MoveOutcome> {
      const { user: by } = requireMember(args);
      const result = await db().transaction((transaction) =>
        moveListing(transaction, { by, listingId, move }),
      );
      return result.ok ? { ok: true, code: findDoneCode(move) } : { ok: false, code: result.code };
    },
  }),
);

/** The message's code after a move: the listing's new state, or that a buyer came or left. */
function findDoneCode(move: PressedMove): string {
  if (move === "release") return "answered";
  if (move === "mark_sold") return "marked_sold";
  // A cancelled sale may lead to a paused listing as well as to a live one.
  return move === "reopen" ? "reopened" : findMove(move).to;
}

/** The same commands for pages that show the result beside the bids. */
function withBidCommandResult<Subject, Name extends string>(
  names: readonly Name[],
  commands: Readonly<Record<Name, Command<Subject, Promise<MoveOutcome>>>>,
) {
  return makeRecord(names, (name) => ({
    async run(press: Press, subject: Subject) {
      const {
        ok,
        code,
        refusedPrice = null,
      }: MoveOutcome & Partial<BidMoveOutcome> = await commands[name].run(press, subject);
      const result: BidCommandResult = { code, refusedPrice };
      const refused = code === "not_a_price" ? 422 : 409;
      return data({ answered: result }, { status: ok ? 200 : refused });
    },
  }));
}

/** The commands of a bidder on their own bid. */
export const ownBidCommands = withBidCommandResult(
  ["withdraw", "accept-counter", "decline-counter"],
  bidCommands,
);
export type OwnBidPress = keyof typeof ownBidCommands;

/** The commands of a seller on the bids for their car, without those that need a confirmation. */
export const receivedBidCommands = {
  ...withBidCommandResult(["counter", "withdraw-counter", "decline"], bidCommands),
  ...withBidCommandResult(["release", "reopen"], listingMoveCommands),
};
export type ReceivedBidPress = keyof typeof receivedBidCommands;
