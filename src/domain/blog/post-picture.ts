/**
 * The widths of an article's picture, narrow to wide; tools/draw-blog-pictures.mjs draws each. The
 * middle one is a phone's: 380 CSS pixels at two to one. The widest is also what others show of the
 * article.
 */
export const POST_PICTURE_WIDTHS_PX = [640, 800, 1200] as const;
export const POST_PICTURE_FORMATS = ["avif", "webp"] as const;
/** A picture is 16 to 9. */
export const WIDEST_POST_PICTURE = { widthPx: 1200, heightPx: 675 } as const;

/** The address of one file of an article's picture. */
export function postPicture(
  id: string,
  widthPx: (typeof POST_PICTURE_WIDTHS_PX)[number],
  format: (typeof POST_PICTURE_FORMATS)[number],
): string {
  return `/blog/${id}-${widthPx}.${format}`;
}
