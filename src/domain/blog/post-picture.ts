/**
 * The widths of an article's picture, ascending; tools/draw-blog-pictures.mjs draws each. The
 * middle one is for phones: 380 CSS pixels at a pixel ratio of two. The widest is also the preview
 * on other sites.
 */
export const POST_PICTURE_WIDTHS_PX = [640, 800, 1200] as const;
export const POST_PICTURE_FORMATS = ["avif", "webp"] as const;
/** The aspect ratio of a picture is 16:9. */
export const WIDEST_POST_PICTURE = { widthPx: 1200, heightPx: 675 } as const;

/** The address of one file of an article's picture. */
export function postPicture(
  id: string,
  widthPx: (typeof POST_PICTURE_WIDTHS_PX)[number],
  format: (typeof POST_PICTURE_FORMATS)[number],
): string {
  return `/blog/${id}-${widthPx}.${format}`;
}
