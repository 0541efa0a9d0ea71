import type { MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { paths } from "#site/paths.ts";
import { hrefIn, localeOfPath } from "#ui/locale-href.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import type { Locale } from "#values/locale.ts";
import type { ServerEnv } from "./visitor.ts";

const COOKIE = "language" satisfies CookieName;

type LanguageRequest = {
  path: string;
  origin: string;
  referer: string | undefined;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
};

type LanguageChoice = {
  /** If true, the response depends on the headers above, which its Vary header says to caches. */
  isOpen: boolean;
  /** If true, the response is a redirect to French. */
  isLedAway: boolean;
  /** The choice to remember for this browser; null if there is none. */
  chosen: Locale | null;
};

/**
 * The language of a page is that of its address. Only the home address without a path, which people
 * type, is open: there the language that somebody chose here before decides, then the browser's
 * Accept-Language. Nobody who follows a link of our pages is redirected.
 */
export function chooseLanguage(requested: LanguageRequest): LanguageChoice {
  const { path, origin, referer, cookie = "", acceptLanguage } = requested;
  const isBare = path === paths.home();
  if (!isBare && !referer) return { isOpen: false, isLedAway: false, chosen: null };
  const cameFrom = findOwnPage(referer, origin);
  const before = parse(cookie, COOKIE)[COOKIE];
  const isOpen = isBare && cameFrom === null;
  const locale = localeOfPath(path);
  // Only the language switch links from a page to the other language.
  const isChange = cameFrom !== null && cameFrom !== locale && before !== locale;
  return {
    isOpen,
    isLedAway: isOpen && (before ?? preferredLanguage(acceptLanguage)) === "fr",
    chosen: isChange ? locale : null,
  };
}

/** The Vary header of a response that was chosen by these headers. */
export const OPEN_LANGUAGE_VARY = "Accept-Language, Cookie";

export const chooseFirstLanguage: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { method, path } = context.req;
  if (method !== "GET" && method !== "HEAD") return next();
  const { origin } = context.get("forwarded");
  const { isOpen, isLedAway, chosen } = chooseLanguage({
    path,
    origin,
    referer: context.req.header("referer"),
    cookie: context.req.header("cookie"),
    acceptLanguage: context.req.header("accept-language"),
  });
  if (isLedAway) {
    const { search } = new URL(context.req.url);
    context.res = context.redirect(hrefIn(paths.home(), "fr") + search, 302);
  } else {
    await next();
  }
  // Set on the response itself: Hono's `context.header` would copy the body into a new response.
  if (isOpen) context.res.headers.append("vary", OPEN_LANGUAGE_VARY);
  if (chosen !== null)
    setCookie(context, COOKIE, chosen, {
      path: "/",
      maxAge: COOKIE_SECONDS[COOKIE],
      httpOnly: true,
      sameSite: "Lax",
      secure: origin.startsWith("https:"),
    });
};

/** The language of our own page that linked here; null if it was no page of this site. */
function findOwnPage(referer: string | undefined, origin: string): Locale | null {
  if (!referer || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  return page.origin === origin ? localeOfPath(page.pathname) : null;
}

/**
 * The site's language that an Accept-Language header (RFC 9110 §12.5.4) prefers; null if it names
 * none.
 */
export function preferredLanguage(header = ""): Locale | null {
  const weighed = header.split(",").flatMap((range): { locale: Locale; weight: number }[] => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const locale = /^(en|fr)(-|$)/.exec(tag)?.[1];
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
    return locale === "en" || locale === "fr" ? [{ locale, weight: Number(weight) }] : [];
  });
  const wanted = weighed.filter(({ weight }) => weight > 0);
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.locale ?? null;
}
