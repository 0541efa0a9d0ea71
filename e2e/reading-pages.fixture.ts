/** An article, with all that an article can do. */
export const ARTICLE = "/blogs/buying-a-used-car-in-canada";

/** Pages that are there to be read, the home page too. */
export const READING_PAGES = [
  "/",
  "/blogs",
  ARTICLE,
  "/faq",
  "/about",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
  "/accessibility",
  "/no-such-page",
] as const;
