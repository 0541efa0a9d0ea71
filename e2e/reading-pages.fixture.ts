/** An article that uses every element of an article. */
export const ARTICLE = "/blogs/buying-a-used-car-in-canada";

/** Pages for reading, including the home page. */
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
