import { setTimeout } from "node:timers/promises";
import { type CarIllustration, GALLERY } from "#packages/car-illustration/options";
import {
  pictureAddress,
  type PictureAddress,
  type PictureWidth,
} from "#packages/car-illustration/picture-address";
import { log } from "#platform/log/log.server.ts";
import type { PictureStore } from "#platform/pictures/picture-store.server.ts";
import { HOME_PICTURES } from "#pages/public/home/home-pictures.ts";
import { listDrawnCars } from "#domain/listing/listing-queries.server.ts";
import { CARD_WIDTHS_PX } from "#pages/public/listing/listing-picture.tsx";

const GALLERY_WIDTHS_PX = [300, 480] as const satisfies readonly PictureWidth[];
const LARGE_WIDTHS_PX = [960, 1500] as const satisfies readonly PictureWidth[];

/**
 * Makes the demo's pictures before anybody asks for them: the first page's and the cards at once,
 * the galleries behind them at half a processor's pace, so that pages stay quick meanwhile. Whoever
 * asks sooner gets theirs drawn at once; a later start finds all of them on disk.
 */
export async function warmPictures(store: PictureStore): Promise<void> {
  let count = 0;
  const warm = async (addresses: PictureAddress[]) => {
    const { rendered, durationMs } = await store.warm(addresses);
    count += rendered;
    return durationMs;
  };
  const startedAt = performance.now();
  await warm(HOME_PICTURES.flatMap(({ illustration, widthsPx }) => files(illustration, widthsPx)));
  const drawn = await listDrawnCars();
  await warm(drawn.flatMap((illustration) => files(illustration, CARD_WIDTHS_PX)));
  for (const illustration of drawn) {
    const views = GALLERY.map((view) => ({ ...illustration, view }));
    const durationMs = await warm([
      ...views.flatMap((view) => files(view, GALLERY_WIDTHS_PX)),
      ...files(illustration, LARGE_WIDTHS_PX),
    ]);
    await setTimeout(durationMs, undefined, { ref: false });
  }
  log.info("pictures.warmed", {
    count,
    durationMs: Math.round(performance.now() - startedAt),
  });
}

function files(illustration: CarIllustration, widthsPx: readonly PictureWidth[]): PictureAddress[] {
  // Every browser of today takes AVIF; a WebP is drawn when an older one asks.
  return widthsPx.map((widthPx) => pictureAddress(illustration, { widthPx, format: "avif" }));
}
