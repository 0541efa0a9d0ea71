import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { type BidOnCar, OwnBid } from "#pages/public/listing/own-bid.tsx";
import MyBidsPage from "./my-bids.page.tsx";

const CAR = {
  id: "9c1f0d3e-0000-4000-8000-000000000001",
  year: 2020,
  make: "GMC",
  model: "Sierra 1500",
  trim: "SLE",
  priceCad: 30_500,
  photo: { id: "9c1f0d3e-0000-4000-8000-000000000002", caption: null, widthPx: 900, heightPx: 600 },
};
const BID = {
  id: "9c1f0d3e-0000-4000-8000-000000000003",
  state: "open" as const,
  priceCad: 27_860,
  counterCad: 29_000,
  counterAnswer: null,
  phone: "+14165550141",
  message: "Could come by on Saturday.",
  dealReference: null,
  moves: ["withdraw", "accept_counter", "decline_counter"] as const,
};

const ROW = { ...BID, listing: CAR, placedAt: new Date(), hasPage: true, canBeChanged: true };

test.each([
  [null, "Waiting", false],
  [new Date(), "On hold: reserved for someone else", true],
])("a bid on a car held since %s says so to its bidder", (reservedAt, words, isOnHold) => {
  const bids = [{ ...ROW, counterCad: null, listingSnapshot: { reservedAt } }];
  const Page = createRoutesStub([{ id: "page", path: "/", Component: MyBidsPage }]);
  const html = renderToStaticMarkup(<Page hydrationData={{ loaderData: { page: { bids } } }} />);
  expect(html).toContain(words);
  expect(html.includes("On hold")).toBe(isOnHold);
});

/** What a parser of HTML closes a paragraph before: the page would then not be the one that is written. */
const BLOCK_IN_PARAGRAPH = /<p\b[^>]*>(?:(?!<\/p>).)*?<(?:form|div|p|ul|h\d)\b/su;

test.each<[string, ReactNode]>([
  ["on the page of one's bids", null],
  [
    "on the car's page",
    <OwnBid key="car" bid={BID} change={<a href="/bid">Change</a>} result={null} />,
  ],
])(
  "a bid that can be withdrawn %s is one that a parser of HTML reads as it is written",
  (_where, part) => {
    const bids = [{ ...ROW, listingSnapshot: { reservedAt: null } }];
    const Page = createRoutesStub([
      { id: "page", path: "/", ...(part ? { Component: () => part } : { Component: MyBidsPage }) },
    ]);
    const html = renderToStaticMarkup(<Page hydrationData={{ loaderData: { page: { bids } } }} />);
    expect(html).toContain('value="withdraw"');
    expect(html).not.toMatch(BLOCK_IN_PARAGRAPH);
  },
);

test.each<[string, Partial<BidOnCar>, string]>([
  ["as it was made", {}, "Your bid: $27,860"],
  ["whose counter-offer waits", { counterCad: 29_000 }, "Your bid: $27,860"],
  [
    "whose counter-offer was taken",
    { state: "accepted", counterCad: 29_000, counterAnswer: "accepted", moves: [] },
    "Agreed price: $29,000 (your bid: $27,860)",
  ],
])("a bid %s says which price is whose", (_what, input, words) => {
  const bid = { ...BID, counterCad: null, ...input };
  const Page = createRoutesStub([
    { path: "/", Component: () => <OwnBid bid={bid} change={null} result={null} /> },
  ]);
  expect(renderToStaticMarkup(<Page />)).toContain(words);
});
