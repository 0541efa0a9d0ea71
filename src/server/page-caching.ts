import { pathWithoutLocale } from "#ui/locale-href.ts";

/** What only its visitor may see, signed in or not: an account, a request, a draft, a secret link. */
const PRIVATE_PAGES =
  /^\/(account|saved|my-bids|dealer|staff|login|register|sell-car|allListings|creditform|offer|forms|documents|newsletter|review)([/.]|$)|\/sent\//;

/** What says the same to everybody who is not signed in and has sent nothing (shared-pages.ts). */
const SHARED_PAGES =
  /^\/(cars(\/[^/]+){0,2}|details\/[^/]+|about|contact|faq|reviews|terms(\/dealers|\/versions(\/[^/]+)?)?|privacy|cookies|accessibility|blogs(\/[^/]+)?)?$/;

/** The page itself, or the data that the router fetches for it. */
export function isSharedPage(pathname: string): boolean {
  const page = pathname === "/_.data" ? "/" : pathname.replace(/\.data$/, "");
  return SHARED_PAGES.test(pathWithoutLocale(page)) && !page.endsWith(".xml");
}

/** A call that says the same to everybody who brings no token (shared-calls.ts). */
export function isSharedCall(path: string): boolean {
  return /^\/singleListing\/[\w-]+$/.test(path);
}

/**
 * Says of a page, and of the data that the router fetches for it, whether it may be kept: the same for
 * both. What is private stays in no cache, not in the browser's after signing out either; a page
 * that says itself how it is kept has its reason.
 */
export function limitPageCaching(
  response: Response,
  { pathname, isSignedIn }: { pathname: string; isSignedIn: boolean },
): Response {
  if (response.headers.has("cache-control") && response.headers.get("cache-control") !== "no-cache")
    return response;
  const isPrivate = isSignedIn || PRIVATE_PAGES.test(pathWithoutLocale(pathname));
  response.headers.set("cache-control", isPrivate ? "private, no-store" : "private, no-cache");
  return response;
}
