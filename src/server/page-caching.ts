import { pathWithoutLocale } from "#ui/locale-href.ts";

/**
 * Pages that only their visitor may see, signed in or not: an account, a request, a draft, a secret
 * link.
 */
const PRIVATE_PAGES =
  /^\/(account|saved|my-bids|dealer|staff|login|register|sell-car|allListings|creditform|offer|forms|documents|newsletter|review)([/.]|$)|\/sent\//;

/**
 * Pages that are the same for everybody who is not signed in and has sent nothing
 * (shared-pages.ts).
 */
const SHARED_PAGES =
  /^\/(cars(\/[^/]+){0,2}|details\/[^/]+|about|contact|faq|reviews|terms(\/dealers|\/versions(\/[^/]+)?)?|privacy|cookies|accessibility|blogs(\/[^/]+)?)?$/;

/** True for the page itself and for the data that the router fetches for it. */
export function isSharedPage(pathname: string): boolean {
  const page = pathname === "/_.data" ? "/" : pathname.replace(/\.data$/, "");
  return SHARED_PAGES.test(pathWithoutLocale(page)) && !page.endsWith(".xml");
}

/** A call whose response is the same for everybody without a token (shared-calls.ts). */
export function isSharedCall(path: string): boolean {
  return /^\/singleListing\/[\w-]+$/.test(path);
}

/**
 * Sets whether a page may be cached, and equally the data that the router fetches for it. What is
 * private stays in no cache, so that not even the browser has it after signing out. A page that
 * sets its own cache-control keeps it.
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
