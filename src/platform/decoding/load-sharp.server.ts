import type Sharp from "sharp";

/**
 * Loads sharp when the first photo is drawn, because libvips takes memory and start time. The cache
 * is off, because nobody requests the same picture twice. Each picture uses one processor; how many
 * are drawn at once is decided by the callers.
 */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
