import type Sharp from "sharp";

/**
 * libvips takes memory and a moment of the start: whoever draws a photo first loads it. Nobody asks
 * for the same picture twice, so it remembers nothing, and each takes one processor: how many are at
 * work at once is decided elsewhere.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
