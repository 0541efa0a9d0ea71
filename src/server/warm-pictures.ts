import { setTimeout } from "node:timers/promises";
import type { CarIllustration } from "#packages/car-illustration/options";
import {
  pictureAddress,
  type PictureAddress,
  type PictureWidth,
} from "#packages/car-illustration/picture-address";
import { log } from "#platform/log/log.server.ts";
import type { PictureStore } from "#platform/pictures/picture-store.server.ts";
import { HERO_PICTURE, HOME_PICTURES } from "#pages/public/home/home-pictures.ts";
import { listTopBidListings } from "#domain/search/most-bids.server.ts";
import { listDrawnCars } from "#domain/listing/listing-queries.server.ts";
import { CARD_WIDTHS_PX } from "#pages/public/listing/listing-picture.tsx";

/** Home and the first pages of the search. */
const NEWEST_CARS = 48;
/** Of these, home shows one at the full width of the page. */
const FEATURED_CARS = 4;
/** For one part of drawing, three of pause: at most a quarter of a processor, whatever the load. */
const REST_PER_WORK = 3;

/**
 * Draws the pictures of home and of the newest cars' cards in advance, so that the first visitor
 * finds them. Only once, because they stay on disk. Older cars are drawn on request: at a first
 * start the processors have other work.
 */
export async function warmPictures(store: PictureStore): Promise<void> {
  const startedAt = performance.now();
  const [cars, featured] = await Promise.all([
    listDrawnCars(NEWEST_CARS),
    listTopBidListings(FEATURED_CARS),
  ]);
  const drawings = [
    ...featured.map(({ illustration }) =>
      files({ ...illustration, cutOut: true }, HERO_PICTURE.widthsPx),
    ),
    ...HOME_PICTURES.map(({ illustration, widthsPx }) => files(illustration, widthsPx)),
    ...cars.map((illustration) => files(illustration, CARD_WIDTHS_PX)),
  ];
  let count = 0;
  for (const drawing of drawings) {
    const { rendered, durationMs } = await store.warm(drawing);
    count += rendered;
    if (rendered > 0) await setTimeout(durationMs * REST_PER_WORK, undefined, { ref: false });
  }
  log.info("pictures.warmed", {
    count,
    durationMs: Math.round(performance.now() - startedAt),
  });
}

function files(illustration: CarIllustration, widthsPx: readonly PictureWidth[]): PictureAddress[] {
  // Every current browser accepts AVIF; a WebP is drawn when an older browser requests it.
  return widthsPx.map((widthPx) => pictureAddress(illustration, { widthPx, format: "avif" }));
}
